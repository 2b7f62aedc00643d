"""What plans say over years, by calendars that are not ours: python3-icalendar, python3-dateutil, python3-holidays, python3-astral.

Reads {"zone", "from", "to", "plans": [{"state", "default", "exceptions", "ferien", "times": [{"weekdays", "calendars", "at", "value"}]}],
"suns": [{"latitude", "longitude", "days"}]} and answers {"changes": [[[ms, value], ...], ...], "suns": [[[rise, set], ...], ...]}.

Each plan becomes an iCalendar text: its weeks as weekly events without the exceptional days (EXDATE), its exceptions as events of
single days (RDATE). What they expand to is put on one line of time.
"""
import json
import sys
from datetime import date, datetime, time, timedelta, timezone

import astral
import holidays
from dateutil import rrule, tz
from icalendar import Calendar, Event

BYDAY = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
DAY = timedelta(days=1)


def days_between(first, last):
    while first <= last:
        yield first
        first += DAY


def holidays_of(state, years):
    days = set(holidays.Germany(prov=state, years=years))
    # Debian's edition is of 2020: the law on it (GVOBl. M-V 2022) came later.
    if state == "MV":
        days |= {date(year, 3, 8) for year in years if year >= 2023}
    return days


def instant(naive, zone):
    """ms since the epoch; of a time that is twice the first, of one that is not the moment of the change."""
    aware = naive.replace(tzinfo=zone)
    if not tz.datetime_exists(aware):
        before = (naive - DAY).replace(tzinfo=zone).utcoffset()
        after = (naive + DAY).replace(tzinfo=zone).utcoffset()
        low, high = naive - after, naive - before
        while high - low > timedelta(seconds=1):
            middle = low + timedelta(seconds=(high - low).total_seconds() // 2)
            offset = middle.replace(tzinfo=timezone.utc).astimezone(zone).utcoffset()
            if offset == after:
                high = middle
            else:
                low = middle
        utc = high.replace(tzinfo=timezone.utc)
    else:
        utc = aware.astimezone(timezone.utc)
    return round(utc.timestamp() * 1000)


def as_ical(plan, exceptional, first, last):
    """One event for each time and layer; its summary is the number of the time, the layer and the value."""
    calendar = Calendar()
    for index, one in enumerate(plan["times"]):
        clock = time(one["at"] // 60, one["at"] % 60)
        if one.get("weekdays"):
            event = Event()
            event.add("summary", json.dumps([index, "week", one["value"]]))
            event.add("dtstart", datetime.combine(first, clock))
            event.add("rrule", {"freq": "weekly", "byday": [BYDAY[day - 1] for day in one["weekdays"]],
                                "until": datetime.combine(last, time(23, 59))})
            event.add("exdate", [datetime.combine(day, clock) for day in exceptional])
            calendar.add_component(event)
        for name in one.get("calendars", []):
            days = sorted(day for day, layer in exceptional.items() if layer == name)
            if days:
                event = Event()
                event.add("summary", json.dumps([index, name, one["value"]]))
                event.add("dtstart", datetime.combine(days[0], clock))
                event.add("rdate", [datetime.combine(day, clock) for day in days])
                calendar.add_component(event)
    return calendar.to_ical()


def texts_of(event, name):
    lines = event.get(name)
    return [] if lines is None else lines if isinstance(lines, list) else [lines]


def occurrences(ical, zone):
    """(ms, wall clock, index, layer, value), in order."""
    for event in Calendar.from_ical(ical).walk("VEVENT"):
        start = event["dtstart"].dt
        rules = rrule.rruleset()
        if "rrule" in event:
            rules.rrule(rrule.rrulestr(event["rrule"].to_ical().decode(), dtstart=start))
        for line in texts_of(event, "rdate"):
            for one in line.dts:
                rules.rdate(one.dt)
        for line in texts_of(event, "exdate"):
            for one in line.dts:
                rules.exdate(one.dt)
        index, layer, value = json.loads(str(event["summary"]))
        for naive in rules:
            yield instant(naive, zone), naive.time(), index, naive.date(), layer, value


def changes_of(plan, zone, first, last):
    exceptional = {}
    named = set(plan["exceptions"]) | {name for one in plan["times"] for name in one.get("calendars", [])}
    if "Feiertag" in named:
        exceptional.update({day: "Feiertag" for day in holidays_of(plan["state"], range(first.year, last.year + 1))})
    if "ferien" in named:
        for begin, end in plan["ferien"]:
            for day in days_between(date.fromisoformat(begin), date.fromisoformat(end)):
                exceptional[day] = "ferien"
    exceptional = {day: name for day, name in exceptional.items() if first <= day <= last}
    edges = sorted(occurrences(as_ical(plan, exceptional, first, last), zone), key=lambda one: one[:3])
    at = 0
    week = own = shown = plan["default"]
    layer = None
    changes = []
    for day in days_between(first, last):
        before, layer = layer, exceptional.get(day)
        if layer is not None and layer != before:
            own = plan["default"]
        start = instant(datetime.combine(day, time()), zone)
        timeline = [(start, week if layer is None else own)]
        while at < len(edges) and edges[at][3] == day:
            ms, _, _, _, name, value = edges[at]
            at += 1
            if name == "week":
                week = value
            else:
                own = value
            timeline.append((ms, value))
        # Of one instant the last counts.
        for ms, value in dict(timeline).items():
            if value != shown:
                changes.append([ms, value])
                shown = value
    return changes


def suns_of(one):
    reckoner = astral.Astral()
    for text in one["days"]:
        day = date.fromisoformat(text)
        yield [round(moment.timestamp() * 1000) for moment in (
            reckoner.sunrise_utc(day, one["latitude"], one["longitude"]),
            reckoner.sunset_utc(day, one["latitude"], one["longitude"]),
        )]


asked = json.load(sys.stdin)
place = tz.gettz(asked["zone"])
begin, end = date.fromisoformat(asked["from"]), date.fromisoformat(asked["to"])
json.dump({
    "changes": [changes_of(plan, place, begin, end) for plan in asked["plans"]],
    "suns": [list(suns_of(one)) for one in asked["suns"]],
}, sys.stdout)
