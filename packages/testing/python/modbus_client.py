"""Modbus client of the tests. Started by src/pymodbus.ts with one JSON argument; `port` is a TCP port or a serial one:

    {"port": 1502, "unit": 1, "calls": [["read_holding_registers", 0, 2], ["write_coil", 5, true]]}

Calls are methods of pymodbus' client with their arguments. Prints one JSON list, an entry per call:
{"registers": […]}, {"bits": […]}, {"exception": code}, {"error": text} or {} for a confirmed write.
"""
import json
import sys

from pymodbus.client import ModbusSerialClient, ModbusTcpClient

options = json.loads(sys.argv[1])


def result(call, values):
    answer = getattr(client, call)(*values, slave=options["unit"])
    if hasattr(answer, "exception_code"):
        return {"exception": answer.exception_code}
    if answer.isError():
        return {"error": str(answer)}
    if hasattr(answer, "registers"):
        return {"registers": answer.registers}
    if call.startswith("read"):
        return {"bits": answer.bits[: values[1]]}
    return {}


if isinstance(options["port"], str):
    client = ModbusSerialClient(options["port"], baudrate=115200, timeout=5)
else:
    client = ModbusTcpClient("127.0.0.1", port=options["port"], timeout=10)
if not client.connect():
    sys.exit("no connection")
print(json.dumps([result(call, values) for call, *values in options["calls"]]))
client.close()
