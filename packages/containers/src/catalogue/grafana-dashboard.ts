/** The first dashboard: the device's own figures, as the status forwarding writes them to InfluxDB. */
const PANELS = [
  { title: "CPU", field: "cpu", unit: "percent" },
  { title: "RAM", field: "ram", unit: "percent" },
  { title: "Speicherplatz", field: "disk", unit: "percent" },
] as const;

export function deviceDashboard(bucket: string): object {
  return {
    uid: "hubwart-device",
    title: "Gerät",
    timezone: "browser",
    schemaVersion: 39,
    refresh: "1m",
    time: { from: "now-24h", to: "now" },
    panels: PANELS.map(({ title, field, unit }, index) => ({
      id: index + 1,
      type: "timeseries",
      title,
      datasource: { type: "influxdb", uid: "hubwart" },
      gridPos: { x: 0, y: index * 8, w: 24, h: 8 },
      fieldConfig: { defaults: { unit, min: 0, max: 100 }, overrides: [] },
      targets: [
        {
          refId: "A",
          query: [
            `from(bucket: ${JSON.stringify(bucket)})`,
            "|> range(start: v.timeRangeStart, stop: v.timeRangeStop)",
            `|> filter(fn: (r) => r._field == ${JSON.stringify(field)})`,
            "|> aggregateWindow(every: v.windowPeriod, fn: mean, createEmpty: false)",
          ].join("\n  "),
        },
      ],
    })),
  };
}
