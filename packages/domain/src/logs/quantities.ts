import { isUnit, unitOf } from './units.ts';

/** What channels of different loggers have in common: the name people know it by, its unit, and the group it is listed under. */
export const quantities = {
  time: { label: 'Time', unit: 's', group: 'Engine' },
  rpm: { label: 'Engine speed', unit: 'rpm', group: 'Engine' },
  load: { label: 'Engine load', unit: '%', group: 'Engine' },
  torque: { label: 'Torque', unit: 'Nm', group: 'Engine' },
  power: { label: 'Power', unit: 'kW', group: 'Engine' },
  gear: { label: 'Gear', unit: '', group: 'Vehicle' },
  speed: { label: 'Vehicle speed', unit: 'km/h', group: 'Vehicle' },
  throttle: { label: 'Throttle', unit: '%', group: 'Engine' },
  pedal: { label: 'Accelerator pedal', unit: '%', group: 'Engine' },
  boost: { label: 'Boost', unit: 'kPa', group: 'Air' },
  boostTarget: { label: 'Boost target', unit: 'kPa', group: 'Air' },
  map: { label: 'Manifold pressure', unit: 'kPa', group: 'Air' },
  baro: { label: 'Ambient pressure', unit: 'kPa', group: 'Air' },
  maf: { label: 'Air mass flow', unit: 'g/s', group: 'Air' },
  iat: { label: 'Intake air temperature', unit: '°C', group: 'Air' },
  wastegate: { label: 'Wastegate duty', unit: '%', group: 'Air' },
  lambda: { label: 'Lambda', unit: 'λ', group: 'Fuel' },
  lambdaTarget: { label: 'Lambda target', unit: 'λ', group: 'Fuel' },
  fuelPressure: { label: 'Fuel pressure', unit: 'kPa', group: 'Fuel' },
  fuelTrim: { label: 'Fuel trim', unit: '%', group: 'Fuel' },
  injection: { label: 'Injection time', unit: 'ms', group: 'Fuel' },
  injectorDuty: { label: 'Injector duty', unit: '%', group: 'Fuel' },
  ethanol: { label: 'Ethanol', unit: '%', group: 'Fuel' },
  timing: { label: 'Ignition timing', unit: '°', group: 'Ignition' },
  knock: { label: 'Knock retard', unit: '°', group: 'Ignition' },
  coolant: { label: 'Coolant temperature', unit: '°C', group: 'Temperatures and pressures' },
  oilTemp: { label: 'Oil temperature', unit: '°C', group: 'Temperatures and pressures' },
  oilPressure: { label: 'Oil pressure', unit: 'kPa', group: 'Temperatures and pressures' },
  egt: { label: 'Exhaust gas temperature', unit: '°C', group: 'Temperatures and pressures' },
  battery: { label: 'Battery', unit: 'V', group: 'Vehicle' },
  latitude: { label: 'Latitude', unit: '°', group: 'Position' },
  longitude: { label: 'Longitude', unit: '°', group: 'Position' },
  altitude: { label: 'Altitude', unit: 'm', group: 'Position' },
} as const satisfies Record<string, { label: string; unit: string; group: string }>;

export type Quantity = keyof typeof quantities;

/**
 * Read from the top, the first that fits wins; what is between the words is one blank. The words are those of loggers in English,
 * German and the short names of Bosch's own variables.
 */
const rules: readonly (readonly [Quantity, RegExp, not?: RegExp])[] = [
  ['latitude', /^(gps )?lat(itude)?$/],
  ['longitude', /^(gps )?(lon|lng|long)(gitude)?$/],
  ['altitude', /\b(altitude|elevation)\b/, /precision|accuracy/],
  ['gear', /\b(gear( position)?|gangi|selected gear|gang)\b/, /ratio|box|temp|oil/],
  [
    'knock',
    /\b(knock|kr|dwkrz|wkrm|ignition retard|timing retard|feedback knock|timing correction)\b|dwkrz|ignition retard|knock retard/,
    /volt|sensor|thresh|count|\bnoise/,
  ],
  [
    'rpm',
    /\b(rpm|engine speed|enginespeed|nmot( w)?|motordrehzahl|drehzahl|engine rpm|engine revs|revs|umdrehungen|regime|toerental|varvtal|obroty|otáčky|otacky|régime|devir|giri|rotação|обороты.*|оборотов|rot[aç]ç?ao|fordulatszám|转速|回転数)\b|^n mot$|^régime|转速|оборот|оберт|回転数|회전수|varvtal|turtall|omdrej|kierrosl|kierrok|fordulat|στροφ|okretaj|revoluciones|motor devri|(^| )tura[țţt]i[ea]/,
    /target|idle|limit|rpm s$|\d{3} rpm|wheel|shaft|turbo|delta|specified|desired|x rpm|xrpm|max|min rpm|derivative|launch|fan|input|output|turbine|турб/,
  ],
  [
    'boostTarget',
    /\b(boost|charge press\w*|manifold|map|ladedruck)\b.*\b(target|desired|req\w*|specified|setpoint|set|soll\w*)\b|\b(target|desired|req\w*|specified|soll\w*)\b.*\b(boost|map|charge|ladedruck|manifold)\b|^plsol( w)?$|^boost pressure desired$/,
    /\bduty|valve/,
  ],
  [
    'wastegate',
    /\b(wastegate|wgdc|wg duty|boost duty|n75|ldtvm|boost control output|boost frequency valve duty cycle)\b/,
    /target pos/,
  ],
  [
    'boost',
    /\b(boost|ecu psi|ladedruck|charge press\w*|turbo pressure)\b|наддув|doładowan|suraliment|laaddruk|ladetryk|laddtryck|ahtopaine|增压|ブースト|부스트/,
    /duty|cut|control|target|correct|pid|temp|valve|solenoid|error/,
  ],
  ['baro', /\b(baro\w*|ambient pressure|atmospheric|pu w|umgebungsdruck)\b/],
  [
    'map',
    /\b(map|manifold (absolute )?press\w*|man abs press|intake manifold( absolute)? pressure|pvdks? w|pvdkds w|ps w|saugrohrdruck|intake pressure|actual map)\b/,
    /sensor|volt|temp|target|derivative|predict|rpm/,
  ],
  [
    'maf',
    /\b(maf|mass ?air ?flow|mass flow|mshfm w|luftmasse|air flow rate|airflow|air mass)\b|massairflow/,
    /volt|freq|spec|target|egr|sensor/,
  ],
  [
    'iat',
    /\b(iat\d?|intake (air )?temp\w*|act|tans(lin)?|air temp\w*|inlet air temp\w*|ansauglufttemperatur|charge air temp\w*|intake air temperature)\b|intakeairtemp/,
    /ambient|correct/,
  ],
  ['egt', /\b(egt\d*|exhaust gas temp\w*|tabgm w|abgastemp\w*)\b|^egt/],
  ['oilTemp', /öltemp|\b(oil temp\w*|oel ?temp\w*|oilf|oil t)\b/, /trans|gear|diff/],
  ['oilPressure', /öldruck|\b(oil press\w*|oil p)\b/],
  [
    'fuelPressure',
    /\b(fuel press\w*|rail press\w*|fp h|fp l|hpfp|lpfp|fp di|fp mpi|raildruck|kraftstoffdruck|fuel rail pressure)\b/,
    /target|spec|sp\b|eff|vol/,
  ],
  [
    'coolant',
    /\b(coolant( temp\w*)?|clt|ect|water ?temp\w*|tmot(lin)?|waterf|kühlmittel\w*|engine temp\w*|coolant temp\w*)\b|coolanttemp|охлаждающ|refrigerante|koelvloeistof|kylvätsk|kølevæsk|kjølevæsk|水温|冷却液/,
    /correct|fan/,
  ],
  [
    'lambdaTarget',
    /\b(lambda|afr|air fuel ratio|equiv\w*)\b.*\b(target|desired|commanded|spec\w*|req\w*|soll\w*|cmd)\b|\b(target|desired|commanded|cmd)\b.*\b(lambda|afr|air fuel|equiv\w*)\b|^lamsbg w$|airfuelratiodesired/,
  ],
  [
    'lambda',
    /\b(lambda|afr\d?|air fuel ratio( \d)?|wideband|lamsoni w|wb ?o2|lc1 o2wb|o2wb|uego|aem uego|equivalence ratio|air fuel)\b|airfuelratiocurrent/,
    /control|trim|correct|volt|heater|ready|pump|regler|korrektur|spannung|status|part|adapt/,
  ],
  ['fuelTrim', /\b(fuel trim|stft|ltft|short term|long term|trims\d?|ego correction|fuel .* trim|fr w|gego)\b/],
  ['injectorDuty', /\b(inj\w* duty( cycle)?|idc|duty cycle ?\d?|injector duty)\b/, /boost|idle|wg|waste|egr|frequency/],
  [
    'injection',
    /\b(injection time|inj\w* pw|pulse ?width|injector on time|fuel injector on time|inj on time|te w|ti b1|pw\d?|einspritzzeit|ipw)\b|fuelinjectorontime/,
  ],
  ['ethanol', /\b(ethanol\w*|e85|flex fuel|eth content)\b/],
  [
    'timing',
    /\b(ignition (timing|angle|advance)|timing( advance)?|spark( adv\w*)?|sparkadv|zwout|zwist|ign timing|advance( current)?|avg ign|ign( avg)?( \d)?|zündwinkel|ignition timing advance.*)\b|ignitiontimingangle/,
    /retard|correct|cut|trim|cam/,
  ],
  [
    'pedal',
    /\b(accel\w* ?pos\w*|accelerator( pedal)?( pos\w*)?|pedal( position| [de])?|app|wped( w)?|fahrpedal\w*|gaspedal\w*|pedal pos)\b|accelpedal|acceleratorpedal/,
    /brake|clutch|source/,
  ],
  [
    'throttle',
    /\b(throttle( pos\w*| plate\w*| angle)?|tps\d?|wdkba|drosselklappe\w*)\b|throttleplate/,
    /dot|derivative|target|req|blip|correct|volt|commanded|desired/,
  ],
  [
    'speed',
    /\b(vehicle ?speed|speed|mph|kph|km h|vss|vfil w|velocity|geschwindigkeit|gps speed|wheel speed|velocidade?|vitesse|prędkość)\b|скорост|швидк|rychlost|velocità|snelheid|hastighe|nopeus|sebesség|viteză|ταχύτητ|车速|車速|차속|^hız/,
    /engine|limit|drum|fan|turbine|turbo|undriven|idle|speed density|input|output|shaft|raw/,
  ],
  ['torque', /\b(torque|drehmoment|mdverl|trq)\b/, /limit|loss|red|inter|request|req\b|desired|drum|uncorrected|\d/],
  [
    'power',
    /\b(power|horsepower|whp|bhp|calc hp|leistung)\b/,
    /steering|supply|drum|uncorrected|\d|fail|enrich|mode|volt/,
  ],
  [
    'load',
    /\b(load|engine load|calculated load( value)?|rl( w)?|motorlast)\b|engineload/,
    /fuel|ignition|correct|req|spec|cpu|max|temp|cell/,
  ],
  [
    'battery',
    /\b(battery( v\w*)?|bat(t)? v\w*|wub(r)?|control module voltage|supply voltage|input voltage.*|vbat\w*)\b|batteryvoltage/,
    /correct/,
  ],
];

const timeWords =
  /\b(time( ?stamp)?|timestamp|zeit(stempel)?|seconds|secs?|elapsed( time)?|tempo|temps|tiempo|czas|tijd|tid|čas|cas|zaman|idő|время|duration|laptime|log time|session time|time of day|uhrzeit|clock time|utc|msec|ms|date ?time|logtime|millis|micros|heure|hora|timp|aika|laikas|laiks|vrijeme)\b|^(时间|時間|시간|время|час|čas|idő|χρόνος)(?!\p{L})|^((log|time|data) )?offset$|^ts$|^interval$/u;
const noTime =
  /\b(injection|inj|on time|dwell|0 100|0 200|quarter|mile|lap|injector|run ?time|trip|sample|average|since|kph|dead|mil|cleared|pulse|reaction|response|spool|burn|close|open|delay|timer|cycle|per|chip|gun|net|pit|finish)\b|\btime to\b|\b(start|end|stop|best) ?time\b/;

/** A log asks for the same few names over and over. */
const known = new Map<string, string>();
const knownMax = 500;

/** Lower case, with one blank between the words; "EngineSpeed" and "engine_speed" are two words. */
export function plainName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = name
    .replace(/^[*\s]+/, '')
    .replace(/([a-zà-ž])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%°]+/gu, ' ')
    .trim();
  if (known.size >= knownMax) known.clear();
  if (name.length <= 100) known.set(name, plain);
  return plain;
}

export const isTimeName = (name: string): boolean => {
  if (/^[\d.,+-]*$/.test(name)) return false;
  const plain = plainName(name);
  // A small t alone is one; a capital is a temperature as often.
  return name.trim() === 't' || (plain.length <= 40 && timeWords.test(plain) && !noTime.test(plain));
};

/** What a channel measures, from its name, its second name or where it stands in a list of groups ("A/002: RPM"). */
export function quantityOf(name: string, alias = '', unit = ''): Quantity | null {
  const rest = /^[^:]{1,24}: (.*)$/.exec(name)?.[1];
  for (const written of [alias, rest ?? '', name]) {
    const plain = plainName(written.replace(/^\([^)]{0,20}\)/, ''));
    if (plain === '' || plain.length > 80) continue;
    for (const [quantity, words, not] of rules) {
      if (words.test(plain) && !not?.test(plain) && unitFits(quantity, unit)) return quantity;
    }
    if (isTimeName(written)) return 'time';
    // "n [1/min]": a letter alone, but its unit leaves no doubt.
    if (plain.length <= 3 && unitOf(unit) === 'rpm') return 'rpm';
  }
  return null;
}

/** A lambda sensor's voltage is not a lambda: a unit that measures something else outweighs the name. */
function unitFits(quantity: Quantity, written: string): boolean {
  const unit = unitOf(written);
  if (unit === '' || !isUnit(unit)) return true;
  const wrong: Partial<Record<Quantity, RegExp>> = {
    lambda: /^(V|mV|%|°C|°F)$/,
    lambdaTarget: /^(V|mV|%)$/,
    boost: /^(%|V|ms|Hz)$/,
    map: /^(V|%|°C|°F)$/,
    rpm: /^(%|rpm\/s|V|ms|km\/h|mph|m\/s)$/,
    speed: /^(rpm|%|V|rpm\/s)$/,
    load: /^(V|kPa|ms)$/,
    maf: /^(V|mV|Hz|%)$/,
    coolant: /^(%|V|kPa|bar)$/,
    knock: /^(V|mV|%)$/,
    throttle: /^(V|%\/s|ms)$/,
    pedal: /^(V|ms)$/,
    battery: /^(%|°C)$/,
    torque: /^(%|rpm)$/,
    iat: /^(%|V)$/,
    gear: /^(%|°C|V)$/,
  };
  return !wrong[quantity]?.test(unit);
}
