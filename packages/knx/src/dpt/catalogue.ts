/**
 * Datapoint types that ETS offers (KNX master data, schema 23): number, unit, and how the bits lie, most significant first.
 *
 * A field is `name=kind`, without a name where there is only one. Kinds: `b` bit, `u8` unsigned, `s16` signed,
 * `f16`/`f32` floating point, `e3` code number, `t112:latin1` text (`+`: as long as it is), `-2` unused bits.
 * `*0.01` is the factor from the transmitted to the shown number, `[0..9]` the range allowed for writing.
 */
export const CATALOGUE = `
1.001||b
1.002||b
1.003||b
1.004||b
1.005||b
1.006||b
1.007||b
1.008||b
1.009||b
1.010||b
1.011||b
1.012||b
1.013||b
1.014||b
1.015||b
1.016||b
1.017||b
1.018||b
1.019||b
1.021||b
1.022||b
1.023||b
1.024||b
1.100||b
2.001||control=b value=b
2.002||control=b value=b
2.003||control=b value=b
2.004||control=b value=b
2.005||control=b value=b
2.006||control=b value=b
2.007||control=b value=b
2.008||control=b value=b
2.009||control=b value=b
2.010||control=b value=b
2.011||control=b value=b
2.012||control=b value=b
3.007||increase=b step=u3
3.008||increase=b step=u3
4.001||t8:ascii
4.002||t8:latin1
5.001|%|u8*100/255
5.003|°|u8*360/255
5.004|%|u8
5.005||u8
5.006||u8[0..254]
5.010||u8
5.100||u8
6.001|%|s8[-128..127]
6.010||s8[-128..127]
6.020||a=b b=b c=b d=b e=b mode=e3
7.001||u16
7.002|ms|u16
7.003|ms|u16*10
7.004|ms|u16*100
7.005|s|u16
7.006|min|u16
7.007|h|u16
7.010||u16
7.011|mm|u16[0..65535]
7.012|mA|u16
7.013|lx|u16[0..65535]
7.600|K|u16[0..65535]
8.001||s16
8.002|ms|s16
8.003|ms|s16*10
8.004|ms|s16*100
8.005|s|s16
8.006|min|s16
8.007|h|s16
8.010|%|s16*0.01
8.011|°|s16
8.012|m|s16[-32768..32767]
9.001|°C|f16[-273..670760]
9.002|K|f16[-670760..670760]
9.003|K/h|f16[-670760..670760]
9.004|lx|f16[0..670760]
9.005|m/s|f16[0..670760]
9.006|Pa|f16[0..670760]
9.007|%|f16[0..670760]
9.008|ppm|f16[0..670760]
9.009|m³/h|f16[-670760..670760]
9.010|s|f16[-670760..670760]
9.011|ms|f16[-670760..670760]
9.020|mV|f16[-670760..670760]
9.021|mA|f16[-670760..670760]
9.022|W/m²|f16[-670760..670760]
9.023|K/%|f16[-670760..670760]
9.024|kW|f16[-670760..670760]
9.025|l/h|f16[-670760..670760]
9.026|l/m²|f16[-671088.64..670760.96]
9.027|°F|f16[-459.6..670760.96]
9.028|km/h|f16[0..670760.96]
9.029|g/m³|f16[0..670760.96]
9.030|µg/m³|f16[0..670760.96]
9.031||f16[0..670760.96]
10.001||day=e3 hour=u5[0..23] -2 minute=u6[0..59] -2 second=u6[0..59]
11.001||-3 day=u5[1..31] -4 month=u4[1..12] -1 year=u7[0..99]
12.001||u32
12.100|s|u32
12.101|min|u32
12.102|h|u32
12.1200|l|u32
12.1201|m³|u32
13.001||s32
13.002|m³/h|s32
13.010|Wh|s32
13.011|VAh|s32
13.012|VARh|s32
13.013|kWh|s32
13.014|kVAh|s32
13.015|kVARh|s32
13.016|MWh|s32
13.100|s|s32
13.1200|l|s32
13.1201|m³|s32
14.000|m/s²|f32
14.001|rad/s²|f32
14.002|J/mol|f32
14.003|1/s|f32
14.004|mol|f32
14.005||f32
14.006|rad|f32
14.007|°|f32
14.008|Js|f32
14.009|rad/s|f32
14.010|m²|f32
14.011|F|f32
14.012|C/m²|f32
14.013|C/m³|f32
14.014|m²/N|f32
14.015|S|f32
14.016|S/m|f32
14.017|kg/m³|f32
14.018|C|f32
14.019|A|f32
14.020|A/m²|f32
14.021|Cm|f32
14.022|C/m²|f32
14.023|V/m|f32
14.024|C|f32
14.025|C/m²|f32
14.026|C/m²|f32
14.027|V|f32
14.028|V|f32
14.029|Am²|f32
14.030|V|f32
14.031|J|f32
14.032|N|f32
14.033|Hz|f32
14.034|rad/s|f32
14.035|J/K|f32
14.036|W|f32
14.037|J|f32
14.038|Ω|f32
14.039|m|f32
14.040|J|f32
14.041|cd/m²|f32
14.042|lm|f32
14.043|cd|f32
14.044|A/m|f32
14.045|Wb|f32
14.046|T|f32
14.047|Am²|f32
14.048|T|f32
14.049|A/m|f32
14.050|A|f32
14.051|kg|f32
14.052|kg/s|f32
14.053|N/s|f32
14.054|rad|f32
14.055|°|f32
14.056|W|f32
14.057|cos Φ|f32
14.058|Pa|f32
14.059|Ω|f32
14.060|Ω|f32
14.061|Ωm|f32
14.062|H|f32
14.063|sr|f32
14.064|W/m²|f32
14.065|m/s|f32
14.066|Pa|f32
14.067|N/m|f32
14.068|°C|f32
14.069|K|f32
14.070|K|f32
14.071|J/K|f32
14.072|W/mK|f32
14.073|V/K|f32
14.074|s|f32
14.075|Nm|f32
14.076|m³|f32
14.077|m³/s|f32
14.078|N|f32
14.079|J|f32
14.080|VA|f32
14.1200|m³/h|f32[-670760..670760]
14.1201|1/ls|f32[-670760..670760]
15.000||d6=u4[0..9] d5=u4[0..9] d4=u4[0..9] d3=u4[0..9] d2=u4[0..9] d1=u4[0..9] error=b permission=b rightToLeft=b encrypted=b index=e4
16.000||t112:ascii
16.001||t112:latin1
17.001||-2 u6[0..63]
18.001||learn=b -1 scene=u6[0..63]
19.001||year=u8 -4 month=u4[1..12] -3 dayOfMonth=u5[1..] dayOfWeek=e3 hourOfDay=u5[0..24] -2 minutes=u6[0..59] -2 seconds=u6[0..59] fault=b workingDay=b noWD=b noYear=b noDate=b noDayOfWeek=b noTime=b standardSummerTime=b qualityOfClock=b -7
20.001||e8
20.002||e8
20.003||e8
20.004||e8
20.005||e8
20.006||e8
20.007||e8
20.008||e8
20.011||e8
20.012||e8
20.013||e8
20.014||e8
20.017||e8
20.020||e8
20.021||e8
20.022||e8
20.100||e8
20.101||e8
20.102||e8
20.103||e8
20.104||e8
20.105||e8
20.106||e8
20.107||e8
20.108||e8
20.109||e8
20.110||e8
20.111||e8
20.112||e8
20.113||e8
20.114||e8
20.115||e8
20.116||e8
20.120||e8
20.121||e8
20.122||e8
20.600||e8
20.601||e8
20.602||e8
20.603||e8
20.604||e8
20.605||e8
20.606||e8
20.607||e8
20.608||e8
20.609||e8
20.610||e8
20.611||e8
20.612||e8
20.801||e8
20.802||e8
20.803||e8
20.804||e8
20.1000||e8
20.1001||e8
20.1002||e8
20.1003||e8
20.1219||e8
20.1220||e8
20.1221||e8
21.001||-3 alarmUnAck=b inAlarm=b overridden=b fault=b outOfService=b
21.002||-5 verifyMode=b ownAddressReceived=b stopped=b
21.100||roomHMax=b roomHConf=b dhwlegio=b dhwnorm=b overrun=b oversupply=b protection=b forceRequest=b
21.101||-7 b
21.102||summerMode=b statusStopOptim=b statusStartOptim=b statusMorningBoost=b tempReturnLimit=b tempFlowLimit=b satusECO=b fault=b
21.103||-5 solarLoadSufficient=b sdhwloadactive=b fault=b
21.104||-5 solidState=b gas=b oil=b
21.105||-7 b
21.106||-4 cool=b heat=b fanActive=b fault=b
21.107||-3 statusOfHVACMode=b statusOfComfortProlongation=b effectiveValueOfThe=b effectiveValueOfThe2=b effectiveValueOfThe3=b
21.601||-1 overheat=b lampFailure=b defectiveLoad=b underload=b overcurrent=b undervoltage=b loadDetectionError=b
21.1000||-5 biBatSlave=b biBatMaster=b asynchronous=b
21.1001||-5 doA=b knxSN=b doAAndKNXSN=b
21.1010||activationStateOfChannel1=b activationStateOfChannel2=b activationStateOfChannel3=b activationStateOfChannel4=b activationStateOfChannel5=b activationStateOfChannel6=b activationStateOfChannel7=b activationStateOfChannel8=b
22.100||-8 tempOptimShiftActive=b solarEnergySupport=b solarEnergyOnly=b otherEnergySourceActive=b dhwpushactive=b legioProtActive=b dhwloadactive=b fault=b
22.101||-1 overheatAlarm=b frostAlarm=b dewPointStatus=b coolingDisabled=b statusPreCool=b statusEcoC=b heatCoolMode=b heatingDiabled=b statusStopOptim=b statusStartOptim=b statusMorningBoostH=b tempFlowReturnLimit=b tempFlowLimit=b statusEcoH=b fault=b
22.102||-7 calibrationMode=b lockedPosition=b forcedPosition=b manuaOperationOverridden=b serviceMode=b valveKick=b overload=b shortCircuit=b currentValvePosition=b
22.103||-7 coolingModeEnabled=b heatingModeEnabled=b additionalHeatingCoolingStage2=b controllerInactive=b overheatAlarm=b frostAlarm=b dewPointStatus=b activeMode=b generalFailureInformation=b
22.1000||-10 knxIP=b rf=b -1 pl110=b tp1=b -1
22.1010||activationStateOfChannel1=b activationStateOfChannel2=b activationStateOfChannel3=b activationStateOfChannel4=b activationStateOfChannel5=b activationStateOfChannel6=b activationStateOfChannel7=b activationStateOfChannel8=b activationStateOfChannel9=b activationStateOfChannel10=b activationStateOfChannel11=b activationStateOfChannel12=b activationStateOfChannel13=b activationStateOfChannel14=b activationStateOfChannel15=b activationStateOfChannel16=b
23.001||e2
23.002||e2
23.003||e2
23.102||e2
24.001||t312:latin1+
25.1000||busy=u4[0..3] nak=u4[0..3]
26.001||-1 inactive=b scene=u6[0..63]
27.001||mask16=b mask15=b mask14=b mask13=b mask12=b mask11=b mask10=b mask9=b mask8=b mask7=b mask6=b mask5=b mask4=b mask3=b mask2=b mask1=b on16=b on15=b on14=b on13=b on12=b on11=b on10=b on9=b on8=b on7=b on6=b on5=b on4=b on3=b on2=b on1=b
28.001||t312:utf8+
29.010|Wh|s64[-9223372036854775808..9223372036854775807]
29.011|VAh|s64[-9223372036854775808..9223372036854775807]
29.012|VARh|s64[-9223372036854775808..9223372036854775807]
30.1010||channel1=b channel2=b channel3=b channel4=b channel5=b channel6=b channel7=b channel8=b channel9=b channel10=b channel11=b channel12=b channel13=b channel14=b channel15=b channel16=b channel17=b channel18=b channel19=b channel20=b channel21=b channel22=b channel23=b channel24=b
206.100||delayTimeMin=u16[0..65535] hvacMode=e8
206.102||delayTimeMin=u16[0..65535] dhwMode=e8
206.104||delayTimeMin=u16[0..65535] occupancyMode=e8
206.105||delayTimeMin=u16[0..65535] buildingMode=e8
207.600||actualValue=u8*100/255[0..100] failure=b localOverride=b dimming=b staircaseLightingFunction=b nightModeActive=b forced=b locked=b validActualValue=b
217.001||magic=u5[0..31] version=u5[0..31] revision=u6[0..63]
219.001||logNumber=u8 alarmPriority=e8 applicationArea=e8 errorClass=e8 -4 errorCodeSup=b alarmTextSup=b timeStampSup=b ackSup=b -5 locked=b alarmUnAck=b inAlarm=b
222.100||tempSetpComf=f16[-273..670760] tempSetpStdby=f16[-273..670760] tempSetpEco=f16[-273..670760]
222.101||tempSetpShiftComf=f16[-670760..670760] tempSetpShiftStdby=f16[-670760..670760] tempSetpShiftEco=f16[-670760..670760]
225.001||timePeriod=u16*100[100..6553500] percent=u8*100/255[0..100]
225.002||timePeriod=u16[1..65535] percent=u8*100/255[0..100]
229.001||countVal=s32 valInfField=e8 -3 alarmUnAck=b inAlarm=b overridden=b fault=b outOfService=b
230.1000||manufactID=u16 identNumber=u32 version=u8 medium=e8
232.600||r=u8 g=u8 b=u8
234.001||t16:ascii
235.001||activeElectricalEnergy=s32 tariff=u8 -6 electricalEngergyValidity=b tariffValidity=b
236.001||deactivate=b priority=e3 mode=e4
237.600||-5 convertorError=b ballastFailure=b lampFailure=b readOrResponse=b addressIndicator=b daliDeviceAddressOr=u6[0..63]
238.600||ballastFailure=b lampFailure=b deviceAddress=u6
240.800||heightPosition=u8*100/255 slatsPosition=u8*100/255 -6 validitySlatsPosition=b validityHeightPosition=b
241.800||height=u8*100/255 slats=u8*100/255 slatsValid=b heightValid=b -3 failure=b setOverridden=b locked=b forced=b slatsLimited=b wind=b rain=b frost=b targetReached=b lowerEndPosReached=b upperEndPosReached=b
242.600||xAxis=u16 yAxis=u16 brightness=u8 -6 validityXy=b validityBrightness=b
244.600||converterModeAccordingTo=e4 -2 hs=b hs2=b functionTestPending=e2 durationTestPending=e2 partialDurationTestPending=e2 converterFailure=e2
245.600||ltrf=e4 ltrd=e4 ltrp=e4 -4 sf=e2 sd=e2 sp=e2 -2 ldtr=u16[0..510] lpdtr=u8[0..255]
246.600||-5 batteryFullyCharged=b batteryDurationFailure=b batteryFailure=b batteryChargeLevel=u8
249.600||time=u16*100 colourTemperature=u16[0..65535] brightness=u8*100/255[0..100] -5 timeValid=b colourTemperatureValid=b brightnessValid=b
250.600||-4 cct=b stepCodeColourTemperature=u3[1..7] -4 cb=b stepCodeBrightness=u3[1..7] -6 cctAndStepCode=b cbAndStepCode=b
251.600||colourLevelRed=u8*100/255[0..100] colourLevelGreen=u8*100/255[0..100] colourLevelBlue=u8*100/255[0..100] colourLevelWhite=u8*100/255[0..100] -8 -4 mR=b mG=b mB=b mW=b
252.600||-4 cr=b stepCodeColourRed=u3 -4 cg=b stepCodeColourGreen=u3 -4 cb=b stepCodeColourBlue=u3 -4 cw=b stepCodeColourWhite=u3 -4 maskCr=b maskCg=b maskCb=b maskCw=b
254.600||-4 cr=b stepCodeColourRed=u3 -4 cg=b stepCodeColourGreen=u3 -4 cb=b stepCodeColourBlue=u3
255.001||longitude=f32 latitude=f32
275.100||roomTemperatureSetpointComfort=f16[-273..670760] roomTemperatureSetpointStandby=f16[-273..670760] roomTemperatureSetpointEconomy=f16[-273..670760] roomTemperatureSetpointBuilding=f16[-273..670760]
275.101||roomTemperatureSetpointShift=f16[-273..670760] roomTemperatureSetpointShift2=f16[-273..670760] roomTemperatureSetpointShift3=f16[-273..670760] roomTemperatureSetpointShift4=f16[-273..670760]
285.001||f1=u8 f2=u8 f3=u8 f4=u8 f5=u8 f6=u8 f7=u8 f8=u8 f9=u8 f10=u8 f11=u8 f12=u8 f13=u8 f14=u8 f15=u8 f16=u8
`;
