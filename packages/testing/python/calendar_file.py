"""Writes calendar files with Debian's python3-icalendar, and tells the days of their events by python3-dateutil.

In (JSON on stdin): {"zone": …, "from": "2026-01-01", "to": "2027-12-31", "events": [{"start": "2026-08-03" or "2026-08-03T10:00",
"end": …, "tzid": …, "summary": …, "rrule": {"FREQ": "WEEKLY", …}, "exdates": […]}]}. Out: {"ics": …, "days": ["2026-08-03", …]}.
"""
import json
import sys
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytz
from dateutil.rrule import rrulestr
from icalendar import Calendar, Event, vRecur


def moment(text, tzid):
    if "T" not in text:
        return date.fromisoformat(text)
    value = datetime.fromisoformat(text)
    return value.replace(tzinfo=ZoneInfo(tzid)) if tzid else value


def written(value):
    """As python3-icalendar wants zones."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return value
    return pytz.timezone(str(value.tzinfo)).localize(value.replace(tzinfo=None))


def days_of(start, end, device):
    """Days that an event touches, its end not included."""
    if not isinstance(start, datetime):
        last = end - timedelta(days=1)
        return [start + timedelta(days=n) for n in range((max(last, start) - start).days + 1)]
    local = [(m if m.tzinfo else m.replace(tzinfo=device)).astimezone(device) for m in (start, end)]
    last = max(local[0], local[1] - timedelta(microseconds=1))
    return [local[0].date() + timedelta(days=n) for n in range((last.date() - local[0].date()).days + 1)]


def main():
    asked = json.load(sys.stdin)
    device = ZoneInfo(asked["zone"])
    first, last = date.fromisoformat(asked["from"]), date.fromisoformat(asked["to"])
    calendar = Calendar()
    calendar.add("prodid", "-//test//")
    calendar.add("version", "2.0")
    days = set()
    for number, given in enumerate(asked["events"]):
        tzid = given.get("tzid")
        start, end = moment(given["start"], tzid), moment(given["end"], tzid)
        event = Event()
        event.add("uid", f"{number}@test")
        event.add("summary", given.get("summary", "Termin mit Umlauten: äöüß, und einer sehr langen Bezeichnung, die gefaltet wird"))
        event.add("dtstart", written(start))
        event.add("dtend", written(end))
        starts = [start]
        rule = given.get("rrule")
        exdates = [moment(text, tzid) for text in given.get("exdates", [])]
        if rule:
            event.add("rrule", rule)
            for exdate in exdates:
                event.add("exdate", written(exdate))
            # By the wall clock, as RFC 5545 has it.
            naive = start.replace(tzinfo=None) if isinstance(start, datetime) else datetime(start.year, start.month, start.day)
            text = vRecur(rule).to_ical().decode()
            found = rrulestr(text, dtstart=naive).between(datetime(1970, 1, 1), datetime(last.year, last.month, last.day) + timedelta(days=2), inc=True)
            starts = [f.replace(tzinfo=start.tzinfo) if isinstance(start, datetime) else f.date() for f in found]
            starts = [one for one in starts if one not in exdates]
        calendar.add_component(event)
        for one in starts:
            length = (end.replace(tzinfo=None) - start.replace(tzinfo=None)) if isinstance(start, datetime) else end - start
            days.update(days_of(one, one + length, device))
    told = sorted(d.isoformat() for d in days if first <= d <= last)
    json.dump({"ics": calendar.to_ical().decode(), "days": told}, sys.stdout)


main()
