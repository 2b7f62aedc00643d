"""libmodbus as a device at a serial port. Started by src/libmodbus.ts with one JSON argument:

    {"device": "/dev/…", "unit": 7, "registers": [1, 2, 3]}

Holding registers from 0 on, 115200 bit/s without parity. Prints `ready`, then one line for each request that it answered.
"""
import ctypes
import json
import sys

options = json.loads(sys.argv[1])


class Mapping(ctypes.Structure):
    """modbus_mapping_t of modbus.h."""

    _fields_ = [
        (name, ctypes.c_int)
        for name in (
            "nb_bits",
            "start_bits",
            "nb_input_bits",
            "start_input_bits",
            "nb_input_registers",
            "start_input_registers",
            "nb_registers",
            "start_registers",
        )
    ] + [
        ("tab_bits", ctypes.POINTER(ctypes.c_uint8)),
        ("tab_input_bits", ctypes.POINTER(ctypes.c_uint8)),
        ("tab_input_registers", ctypes.POINTER(ctypes.c_uint16)),
        ("tab_registers", ctypes.POINTER(ctypes.c_uint16)),
    ]


lib = ctypes.CDLL("libmodbus.so.5", use_errno=True)
lib.modbus_new_rtu.restype = ctypes.c_void_p
lib.modbus_new_rtu.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char, ctypes.c_int, ctypes.c_int]
lib.modbus_set_slave.argtypes = [ctypes.c_void_p, ctypes.c_int]
lib.modbus_connect.argtypes = [ctypes.c_void_p]
lib.modbus_flush.argtypes = [ctypes.c_void_p]
lib.modbus_mapping_new.restype = ctypes.POINTER(Mapping)
lib.modbus_receive.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
lib.modbus_reply.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Mapping)]

context = lib.modbus_new_rtu(options["device"].encode(), 115200, b"N", 8, 1)
lib.modbus_set_slave(context, options["unit"])
if lib.modbus_connect(context) != 0:
    sys.exit("no port")
registers = options["registers"]
mapping = lib.modbus_mapping_new(0, 0, len(registers), 0)
for at, value in enumerate(registers):
    mapping.contents.tab_registers[at] = value
print("ready", flush=True)
query = ctypes.create_string_buffer(256)
while True:
    length = lib.modbus_receive(context, query)
    if length > 0:
        lib.modbus_reply(context, query, length, mapping)
        print(json.dumps({"fc": query.raw[1], "held": mapping.contents.tab_registers[: len(registers)]}), flush=True)
    elif length < 0:
        lib.modbus_flush(context)
