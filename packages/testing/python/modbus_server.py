"""Modbus server of the tests. Started by src/pymodbus.ts with one JSON argument:

    {"port": 1502, "mode": "tcp" | "rtu", "silent": bool, "units": {"1": {"holding": {"0": [1, 2]}}}}

With "device": "/dev/…" instead of a port it is RTU at that serial port, 115200 bit/s without parity.

Only the registers given exist. `silent`: unknown units are not answered at all, else with exception 11.
Prints `ready`, then one JSON line per request: {"unit", "fc", "address", "count"}.
"""
import asyncio
import json
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartAsyncSerialServer, StartAsyncTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

options = json.loads(sys.argv[1])


def block(areas, name):
    return ModbusSparseDataBlock({int(at): values for at, values in areas.get(name, {}).items()})


class Unit(ModbusSlaveContext):
    number = 0

    def validate(self, fc_as_hex, address, count=1):
        line = {"unit": self.number, "fc": fc_as_hex, "address": address, "count": count}
        print(json.dumps(line), flush=True)
        return super().validate(fc_as_hex, address, count)


def unit(number, areas):
    made = Unit(
        co=block(areas, "coil"),
        di=block(areas, "discrete"),
        ir=block(areas, "input"),
        hr=block(areas, "holding"),
        zero_mode=True,
    )
    made.number = number
    return made


async def main():
    units = {int(number): unit(int(number), areas) for number, areas in options["units"].items()}
    context = ModbusServerContext(slaves=units, single=False)
    if "device" in options:
        server = await StartAsyncSerialServer(
            context=context,
            port=options["device"],
            framer=ModbusRtuFramer,
            baudrate=115200,
            ignore_missing_slaves=True,
            defer_start=True,
        )
        await server.start()
        print("ready", flush=True)
        await server.serve_forever()
        return
    server = await StartAsyncTcpServer(
        context=context,
        address=("127.0.0.1", options["port"]),
        framer=ModbusRtuFramer if options["mode"] == "rtu" else ModbusSocketFramer,
        ignore_missing_slaves=options["silent"],
        allow_reuse_address=True,
        defer_start=True,
    )
    serving = asyncio.create_task(server.serve_forever())
    await server.serving
    print("ready", flush=True)
    await serving


asyncio.run(main())
