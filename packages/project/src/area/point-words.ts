/**
 * Words that say what a point is: markers of the libraries `ph`, `phScience` and `phIoT` of Project Haystack 4
 * (https://project-haystack.org/doc/appendix/tag), those that name points, their substances, quantities and places.
 */
const WORDS = `
ac active actuator ahu air airCooled airQuality airVolumeAdjustability alarm angle apparent area ates ats avg barometric battery
biomass blowdown blower boiler branchRecord breaker building bypass cable capacity cav centrifugal charging chilled chilledBeam
chilledBeamZone chilledWaterCool chiller circ circuit closedLoop cloudage cmd co co2 co2e coal coil cold coldDeck computer computerRoom
concentration condensate condenser condensing conduit connection consumption container controller controls cool coolOnly cooling
coolingCapacity coolingCoil coolingProcess coolingTower core coolant cooled cur current curtailment curve cycle dailyRun damper data
dataCenter daytime dc deadband deck deg delay delta demand density dessicantDehumidifier deviceRef dew dewPoint diesel differential
directZone direction discharge district diverting domestic door doubleDeck dualDuct duct ductArea ductConfig ductDeck ductPressure dxCool
dxHeat economizer economizing effective efficiency elec elecHeat electric elevator emission enable energy enthalpy entering
entry equip ervs escalator evaporator evse exhaust export extract faceBypass fan fanCoilUnit fanPowered faultStatus fcu feelsLike
filter filtered fire flood floor flow flowInverter flux formaldehyde frequency freezer freezing freezeStat frost fuel fuelOil
fumeHood fluid gas gasHeat gasMeter gasoline generator geothermal grid ground grease hail heat heatExchanger heatPump heatWheel
heating heatingCoil heatingProcess hfc high hot hotDeck hotWaterHeat humidifier humidity hvac hvacMode hvacZone ice illuminance import
imbalance infiltration input inlet insulation intensity inverter irradiance isolation lag laundry lead leaving leak level light
lightLevel lighting lightingZone limit liquid load loopback low luminaire luminance luminousFlux magnitude main makeup manual max mau
maxVal min mixed mixing mode motion motor movement multiZone n2o naturalGas net network neutralDeck night no2 nox o2 o3 occ occupancy
occupied off office on openEnum openLoop operating outage outlet output outside override panel parallel parking perimeterHeat
period ph phase pid pipe plant plug pm01 pm10 pm25 point position pot power precipitation preheat prefilter pressure
pressureDependent pressureIndependent process propane protect pump purge pv quality quantity quotient rack radiant radiantFloor radiator
rain rate ratio reactive reciprocal refrig reheat reheatFan reheatCoil relay relief reset return room rooftop run runtime
safety screw secondary sensor series server setback setpoint shading shower shutdown singleDuct site sleeping smoke snow solar
solarIrradiance solarWater sound sp space speed stage standby start starter state static steam steamHeat stop storage subPanelOf
submeter substance suction sump sunrise supply surface switch switchgear system tank tap temp tempOutside temperature thd thermal
thermostat tertiary time tip tolerance total totalizer transformer tripleDuct trip tvoc unocc unoccupied ups usage user vav vavZone valve
variableAirVolume variableVolume velocity vent ventilation vfd vibration visibility voc volt voltage volume vrf wall warm wastewater
water waterCooled waterSide weather weatherCond weatherPoint weatherStation well wet wetBulb wind window winter work zone
`;

export const POINT_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
