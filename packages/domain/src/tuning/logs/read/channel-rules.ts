import type { Quantity } from '../quantities.ts';

// Meaning of the words in channel names: logger terms in English, German and a few other languages, and the short
// variable names of Bosch and Siemens. Names are compared in lower case with one blank between words.

/** The kind of quantity a unit measures; '' for no unit. */
export type UnitKind =
  | ''
  | 'speed'
  | 'pressure'
  | 'temperature'
  | 'time'
  | 'mass flow'
  | 'torque'
  | 'power'
  | 'turning'
  | 'share'
  | 'mixture'
  | 'voltage'
  | 'angle'
  | 'length'
  | 'acceleration'
  | 'charge'
  | 'gear'
  | 'flag'
  | 'other';

type Rule = {
  readonly quantity: Quantity;
  readonly words: RegExp;
  /** Words that change the meaning if they occur as well. */
  readonly not?: RegExp;
  /** Allowed units; a channel without a unit always matches unless `unitNeeded`. */
  readonly units: readonly UnitKind[];
  readonly unitNeeded?: boolean;
};

/** A set point, limit or request: never a reading. */
export const targetLabels =
  /\b(targets?|trgt|tgt|desired|des|dsrd|dsd|commanded|cmd|comm|command|requested|request|req|specified|spec|set ?points?|sp|soll\w*|ziel\w*|vorgabe|consigne|cible|objetivo|alvo|obiettivo|doel|max|maximum|limits?|limiter|limited|lim|expected|next|wish|demanded|(?:driver|torque|pedal) demand\w*|protection|base|table output|open loop|launch|\w*soll?r? w|plsol|rlmax w|wdks|lamsbg w|mifa w|mrfa w|dme bt)\b/;

/** Corrections, differences, rates, electrical signals and settings refer to a quantity but are not readings of it. */
const derived =
  /\b(trims?|stft\d?|ltft\d?|learn\w*|errors?|err|deviation|dev|delta|diff|difference|roc|dot|derivative|gradient|integral|integrator|proportional|pid|[ipd] (term|value|gain)|factor|mult|multiplier|ratio|correction|corr|corrected|cor|comp|compensation|adder|enrich\w*|adapt\w*|offset|hysteresis|bias|regler|korrektur|accumulator|feedback|learning)\b/;
const electrical = /\b(volts?|voltage|spannung|tensão|adc|raw|freq|hz|amps|pwm|resistance|ohms?|heater)\b/;
/** Events and counters. */
const counted =
  /\b(count|counter|counts|sum|misfires?|satellites|sats|nsat|timer|uptime|odometer|trip|lap|laps|tooth|sync|consumed|used|resets?)\b/;
const flagged =
  /\b(status|state|switch|flags?|faults?|enabled?|triggered|relay|light|lamp|knocking|active|activated|mode|select\w*|number|index|slot|fail\w*|cut|detected|allowed|ready|valid)\b/;

/** Names of switches and intermediate values, which may contain the words of any quantity. */
export const neverReading =
  /^(is|has|bad|broken|needs?|error|warning|debug|raw|disabled?|generic|aux|b)\b|\b(conditions?|invalid|inactive|controlled|too (low|high|short)|below|above|skip|blend|taper|thresh\w*|split|adjust\w*|add|drop|change|reduction|feed ?forward|disabled|portion|ae|unknown|spare|debug)\b/;

const or = (...parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'));
/** Words that hardly any reading has in its name. */
const noReading = or(derived, electrical, counted, flagged);

export const channelRules: readonly Rule[] = [
  {
    quantity: 'latitude',
    words: /\b(lat|latitude|breitengrad)\b/,
    not: /\b(acc\w*|g|lateral)\b/,
    units: ['angle', 'time'],
  },
  {
    quantity: 'longitude',
    words: /\b(lon|lng|long|longitude|längengrad)\b/,
    not: /\b(acc\w*|g|term|fuel|longitudinal)\b/,
    units: ['angle', 'time'],
  },
  {
    quantity: 'altitude',
    words: /\b(altitude|elevation|gps height|gps alt)\b|^height$/,
    not: or(noReading, /\b(precision|accuracy|ride|factor)\b/),
    units: ['length'],
  },
  {
    quantity: 'lateralAcc',
    words: /\b(lat\w* (acc\w*|g)|acc\w* lat\w*|g( force)? lat\w*|lat ?acc|força g lateral|querbeschleunigung)\b/,
    not: noReading,
    units: ['acceleration'],
  },
  {
    quantity: 'longitudinalAcc',
    words:
      /\b(long?\w* (acc\w*|g)|acc\w* lon\w*|g( force)? (lon\w*|accel\w*)|long? ?acc|(imu|ce imu) acceleration x|força g aceleração|längsbeschleunigung)\b/,
    not: noReading,
    units: ['acceleration'],
  },
  {
    quantity: 'gear',
    words: /\b(gear|gang|gangi|marcha|versnelling|växel|marcia|rapport engagé)\b/,
    not: or(
      derived,
      electrical,
      /\b(temp\w*|oil|up|down|shift\w*|by|boost|blip|per|ratchet|pump|state|status|fault|switch|flags?|timer|limit)\b/,
    ),
    units: ['gear', 'other'],
  },
  { quantity: 'knockCount', words: /\bknock.*\b(count|counts|counter|sum|events?)\b/, units: ['other', 'share'] },
  {
    quantity: 'knock',
    words:
      /\bknock (retard|ret|reg|correction|corr|advance|pull|pullback|timing|angle)|\b(feedback|fine|flkc|fbkc|total) (learning )?knock\b|\b(timing|ignition|ign|spark) (retard|corr\w*)|\bignition timing corr\w*|\bknock control.* (correction|retard)|\bk retard\b|\b(flkc|fbkc|kr|dwkrz\w*|wkrm?\w*|knock retard|klopfregelung|zwrückn\w*)\b/,
    not: or(
      electrical,
      counted,
      /\b(thresh\w*|noise|level|signal|ratio|fuel|ctrl|window|knocking|background|mat|iat|clt|coolant|torque|idle|launch|cold|air|limit|max|drivetrain|traction)\b/,
    ),
    units: ['angle'],
  },
  { quantity: 'knock', words: /^(knock|knk)( \d)?$/, units: ['angle'], unitNeeded: true },
  {
    quantity: 'rpm',
    words:
      /\b(rpm|engine ?speed|eng(ine)? (rpm|spd|speed|revs)|nmot( w)?|motordrehzahl|drehzahl|revs|umdrehungen|regime|toerental|varvtal|obroty|otáčky|otacky|régime|devir|giri|rotação|rotações|обороты.*|оборотов|rot[aç]ç?ao|fordulatszám|转速|回転数)\b|^n mot$|^régime|转速|оборот|оберт|回転数|회전수|varvtal|turtall|omdrej|kierrosl|kierrok|fordulat|στροφ|okretaj|revoluciones|motor devri|(^| )tura[țţt]i[ea]/,
    not: or(
      derived,
      electrical,
      /\b(wheel|shaft|driveshaft|turbo|turbine|compressor|fan|pump|slip|input|output|per|x|xrpm|rpm s|count|counts|status|alternator|hub|rear|front|gear(box)?)\b|\d{3} rpm|\bturb|турб/,
    ),
    units: ['turning'],
  },
  {
    quantity: 'wastegate',
    words:
      /\b(wastegate|waste gate|wgdc|wg (pos\w*|duty|dc|act\w*|valve)|boost (control )?(solenoid )?(valve )?(duty|output|dc)|duty( cycle)? boost|boost control output|boost frequency valve duty cycle|boost solenoid|n75|ldtvm|turbine act\w*|vgt pos\w*|vnt pos\w*|vane pos\w*|ladedruckventil\w*)\b/,
    not: or(derived, electrical, counted, /\b(temp\w*|pres\w*|spring|fault|status|state|gauge|switch)\b/),
    units: ['share', 'angle'],
  },
  {
    quantity: 'fuelPressure',
    words:
      /\b(fuel (rail )?pres\w*|fuel rail|rail pres\w*|frp|fup|fp (h|l|di|mpi|act\w*)|fp|hpfp|lpfp|hp fuel|lp fuel|raildruck|kraftstoffdruck|pressão de combustível|presión de combustible|pressione carburante|druk paliwa)\b/,
    not: or(derived, electrical, counted, flagged, /\b(duty|vol\w*|eff\w*|temp\w*|dc|regulator|valve|pump|duration)\b/),
    units: ['pressure'],
  },
  {
    quantity: 'baro',
    words:
      /\b(baro\w*|ambient (air )?pres\w*|atmospheric|air pressure ambient|pu w|umgebungsdruck|atmosphärendruck|luftdruck|pres\w* ambient)\b/,
    not: or(electrical, derived),
    units: ['pressure'],
  },
  {
    quantity: 'map',
    words:
      /\b(pres\w* (up ?stream|before)( of)? throttle|pres\w* before|charge press before|throttle inlet pres\w*|put|man(ifold)? abs\w*|pvdkds w|pssol w)\b/,
    not: or(noReading, /\b(gauge|relative|temp\w*|rpm)\b/),
    units: ['pressure'],
  },
  {
    quantity: 'boost',
    words:
      /\b(boost|ecu psi|ladedruck|charge pres\w*|turbo pres\w*|mgp|man(ifold)? gauge|man(ifold)? rel\w*|rel\w* manifold|plsol( w)?|plsolr w|dme bt|pressão do turbo|presión del turbo)\b|наддув|doładowan|suraliment|laaddruk|ladetryk|laddtryck|ahtopaine|增压|ブースト|부스트/,
    not: or(noReading, /\b(duty|dc|temp\w*|valve|solenoid|gauge out|output|out|curve|map \d|gear)\b|\bcontrol$/),
    units: ['pressure'],
  },
  { quantity: 'boost', words: /^target$/, units: ['pressure'] },
  {
    quantity: 'map',
    words:
      /\b(map|manifold( (absolute|air))?( pres\w*)?|(intake|inlet)( manifold)?( absolute)? pres\w*|pvdks? w|ps w|saugrohrdruck|pressão do coletor|mapa?)\b/,
    not: or(noReading, /\b(sensor volt|temp\w*|tmp|rpm|gauge|rel\w*|flow|valve|purge|vvt|cam)\b/),
    units: ['pressure'],
  },
  {
    quantity: 'load',
    words:
      /\b(load|engine load|calculated load( value)?|rl( w)?|rlroh w|rlsol w|rlmax w|motorlast|engine demand|carga( do motor)?|(air|cyl\w*) ?mass( \w+)? per (stroke|cyl\w*|rev)|cyl\w* air ?mass)\b/,
    not: or(
      derived,
      electrical,
      counted,
      /\b(cpu|processor|temp\w*|cell|idle load|site|bin|axis|gen\w*|alternator|status)\b/,
    ),
    units: ['share', 'charge', 'time', 'pressure', 'acceleration'],
  },
  {
    quantity: 'load',
    words: /\b(maf|air ?mass|mass air flow|luftmasse|air charge)\b/,
    units: ['charge'],
    unitNeeded: true,
  },
  {
    quantity: 'maf',
    words:
      /\b(maf|mass ?air ?flow|mass flow|air (mass )?flow|mshfm w|msdk w|luftmasse\w*|air ?flow( rate)?|air mass|débit d air|caudal de aire)\b/,
    not: or(derived, electrical, counted, flagged, /\b(egr|exhaust|fuel|coolant|oil|secondary|purge|calc volt)\b/),
    units: ['mass flow'],
  },
  {
    quantity: 'egt',
    words: /\b(egt|exhaust (gas )?temp\w*|tabg\w*( w)?|abgastemp\w*|temp\w* exhaust|pre turbo temp\w*|pyro\w*)\b/,
    not: or(derived, electrical, counted, flagged, /\b(cat|catalyst|manifold)\b/),
    units: ['temperature'],
  },
  {
    quantity: 'oilTemp',
    words:
      /öltemp\w*|\b(oil temp\w*|oel ?temp\w*|oilf|oil t|toil|toel( w)?|eot|motor ?oel ?temp\w*|temp\w* (d[oe] )?óleo|temp[\wé]* (d |de l )?huile)\b/,
    not: or(noReading, /\b(trans\w*|gear\w*|diff\w*|pres\w*|axle)\b/),
    units: ['temperature'],
  },
  {
    quantity: 'oilPressure',
    words: /öldruck|\b(oil pres\w*|oil p|eop|poil|pressão d[eo] óleo|druk oleju)\b/,
    not: or(noReading, /\b(trans\w*|gear\w*|temp\w*|diff\w*|clutch)\b/),
    units: ['pressure'],
  },
  {
    quantity: 'iat',
    words:
      /\b(iat|intake (air )?temp\w*|tans(lin)?|tia|mat|air temp\w*|air ?temp|inlet (air )?temp\w*|ansauglufttemp\w*|charge (air )?temp\w*|aircharge temp\w*|manifold (air )?temp\w*|temp do ar|temp\w* (do |de )?(ar|admissão|admisión|aria)|temp\w* air)\b/,
    not: or(noReading, /\b(ambient|outside|fuel|cat\w*|retard|exhaust|cabin|interior|coolant|compressor|box)\b/),
    units: ['temperature'],
  },
  // "act" is an air charge temperature at Ford and "actual" everywhere else.
  { quantity: 'iat', words: /^(act|air charge)( \d)?$/, units: ['temperature'], unitNeeded: true },
  {
    quantity: 'coolant',
    words:
      /\b(coolant( temp\w*)?|clt|ect|cts|tco|water ?temp\w*|tmot(lin)?( w)?|waterf|kühlmittel\w*|engine temp\w*|cooling water|temp[\wé]* (d[aoe] |d |de l )?(água|agua|motor|wody|eau)|motor ?temp\w*)\b|охлаждающ|refrigerante|koelvloeistof|kylvätsk|kølevæsk|kjølevæsk|水温|冷却液/,
    not: or(noReading, /\b(fan|flow|pres\w*|level|pump|valve|retard|oil|out(let)? fan)\b/),
    units: ['temperature'],
  },
  {
    quantity: 'fuelTrim',
    words:
      /\b(fuel trim|stft\d?|ltft\d?|short term|long term|trims\d?|s trim|l trim|ego correction|fuel .* trim|fr w|gego)\b/,
    units: ['share', 'mixture'],
  },
  {
    quantity: 'injectorDuty',
    words: /\b(inj\w*( \w+){0,4} (duty|dc)|idc|duty cycle \d|duty cycle staging|^duty cycle$|(duty|dc) inj\w*)\b/,
    not: or(
      derived,
      electrical,
      counted,
      /\b(boost|idle|wg|waste\w*|egr|pump|lpfp|hpfp|fan|vvt|vtc|cam|coil|ign\w*|etb|iac|purge|alternator|water|meth\w*)\b/,
    ),
    units: ['share'],
  },
  {
    quantity: 'injection',
    words:
      /\b(inj\w*( \w+){0,3} (time|pw|pulse|pulse ?width|duration)|pulse ?width( \d)?|on time|te w|ti b\d|ti w|pw\d?|seq pw\d?|einspritzzeit|einspritzdauer|ipw|tempo de injeção|temps d injection)\b|^injector( \d)?$/,
    not: or(
      derived,
      electrical,
      counted,
      flagged,
      /\b(accel|dead|lag|latency|open\w* time|phase|fase|angle|soi|eoi|quantity|short|idle|ign\w*|coil|fan|wall\w*)\b/,
    ),
    units: ['time'],
  },
  {
    quantity: 'ethanol',
    words: /\b(ethanol\w*|etanol|e85|flex( fuel)?|eth content|fuel composition|alcohol)\b/,
    not: or(derived, electrical, counted, /\b(temp\w*|status|switch|pres\w*)\b/),
    units: ['share'],
  },
  {
    quantity: 'fuelLevel',
    words: /\b(fuel level|fuel tank( level)?|nível de combustível|tankinhalt|nivel de combustible)\b/,
    not: or(derived, electrical, /\b(temp\w*|pres\w*|low|switch)\b/),
    units: ['share', 'other'],
  },
  {
    quantity: 'lambda',
    words:
      /\b(lambda(wert)?|afr|air fuel( ratio)?|a f( ratio)?|wideband|wide band|lamsoni w|lamsbg w|wb( ?o2)?|o2wb|uego|equiv\w* ratio|afx|sonda (malha fechada|geral))\b/,
    not: or(
      /\b(trims?|learn\w*|error|err|deviation|correction|volts?|voltage|spannung|heater|ready|pump|regler|korrektur\w*|status|good|cut|monitor|adapt\w*|stoich\w*|multiplier|mult|integr\w*|control|lsu temp|temp\w*|pump current|factor|delta|resistance|enrich\w*|eq ratio|part|cycle|adc|raw)\b/,
    ),
    units: ['mixture'],
  },
  // Regardless of its name: only the mixture is measured in λ or AFR.
  {
    quantity: 'lambda',
    words: /./,
    not: /\b(stoich\w*|trims?|learn\w*|error|err|correction|regler|korrektur|delta|factor)\b/,
    units: ['mixture'],
    unitNeeded: true,
  },
  {
    quantity: 'camAngle',
    words:
      /\b((intake|exhaust|in|ex|inlet) cam( (pos\w*|angle|adv\w*|des angle))?|cam (angle|pos\w*|pha\w*|control (intake|exhaust)|timing|adv\w*)|vvt( ?\d)?( angle)?|vvti|vvl|vtc|ex vtc|vanos|avcs|mivec|wnw\w*( w)?|cam phas\w*|nockenwelle\w*)\b/,
    not: or(
      /\b(trims?|error|err|duty|output|solenoid|current|pid|temp\w*|volts?|voltage|count|status|state|switch|oil|tooth|sync|trigger|input|fall|rise|map|lift|spring|adder|correction)\b/,
    ),
    units: ['angle'],
  },
  {
    quantity: 'timing',
    words:
      /\b(ign\w*( total| base| final| cyl\w*| \d| actual| avg| output)? (timing|angle|adv\w*)|timing( (adv\w*|cyl\w*|ign\w*|total|final|current|actual|angle))?( \d)?|spark( (adv\w*|angle|timing|final|total))?|advance( \d| current| total| final)?|ignition table output|sparkadv|zwout\w*|zwist\w*|zündwinkel|iga av\w*|ponto de ignição|avance)\b|ignition timing/,
    not: or(
      derived,
      electrical,
      counted,
      flagged,
      /\b(retard|cam|vvt|vtc|valve|injection|inj|soi|eoi|trigger|mat|iat|cold|idle|clt|coolant|air|knock|per|dwell|coil|split|trailing|belt|tooth|end of|start of|avg ign|torque|turbo|rpm|eta|soft|hard)\b/,
    ),
    units: ['angle', 'power'],
  },
  { quantity: 'timing', words: /^ign(ition)?( cyl\w*)?( \d)?$/, units: ['angle'], unitNeeded: true },
  {
    quantity: 'pedal',
    words:
      /\b(accel\w* ?(pedal )?(pos\w*|angle)|accelerator( pedal)?( pos\w*)?|accel ped(al)?( pos)?|aps( main)?|pps( [a-d])?|pedal( (pos\w*|[de]|angle|travel))?|app\d?|wped( w)?|fahrpedal\w*|gaspedal\w*|throttle pedal|pv av|acelerador|pédale|gas pedal)\b|accelpedal|acceleratorpedal/,
    not: or(
      derived,
      electrical,
      counted,
      flagged,
      /\b(brake|clutch|source|kick\w*|lateral|longitudinal|vertical|rate)\b/,
    ),
    units: ['share', 'angle'],
  },
  {
    quantity: 'throttle',
    words:
      /\b(throttle( (pos\w*|plate\w*|angle|opening( angle)?|body( angle)?|blade))?|tps\d?|tps av|tp( main)?|tplate|wdkba|wdks|drosselklappe\w*|e throttle|etb( pos\w*)?|etc angle|t b angle|tb angle|thr pos\w*|borboleta|papillon|mariposa)\b|throttleplate/,
    not: or(
      derived,
      electrical,
      counted,
      flagged,
      /\b(blip|pedal|inlet|duty|pres\w*|temp\w*|closed|rate|fuel|accumulator|upstream|before)\b/,
    ),
    units: ['share', 'angle'],
  },
  {
    quantity: 'speed',
    words:
      /\b((vehicle|veh|car|road|gps|ground|gnss)? ?speed|mph|kph|km h|vss|vfil w|vfzg( w)?|velocity|(fahr(zeug)?)?geschwindigkeit|speed (gps|obd)|vehicle ?speed|velocidade?|vitesse|prędkość)\b|скорост|швидк|rychlost|velocità|snelheid|hastighe|nopeus|sebesség|viteză|ταχύτητ|车速|車速|차속|^hız/,
    not: or(
      derived,
      electrical,
      counted,
      /\b(engine|eng|fan|turbine|turbo|driven|undriven|wheel|idle|density|input|output|shaft|drum|pump|motor|limit\w*|accuracy|quality|slip|compressor|wind|cruise|data|link|sampling|vertical|vert|rotor)\b/,
    ),
    units: ['speed'],
  },
  {
    quantity: 'torque',
    words: /\b(torque|drehmoment|mdverl( w)?|mifa w|mrfa w|mizsol w|mis\w* w|trq|tq|tqi( av)?|couple|torque actual)\b/,
    not: or(
      derived,
      electrical,
      counted,
      /\b(loss|red\w*|inter\w*|converter|lock\w*|split|tcc|reserve|status|state|monitor)\b/,
    ),
    units: ['torque', 'share'],
  },
  {
    quantity: 'power',
    words: /\b(power|horsepower|hp|whp|bhp|wheel hp|calc hp|leistung|potência( estimada)?|potencia|puissance|moc)\b/,
    not: or(
      derived,
      electrical,
      counted,
      /\b(steering|supply|fail|mode|relay|valve|main|up|down|on|off|window|save|status|state|fuel|fan|rx|tx)\b/,
    ),
    units: ['power'],
  },
  {
    quantity: 'battery',
    words:
      /\b(battery( v\w*)?|batt?( v\w*)?|v ?batt?\w*|bat volts( ecu)?|wub(r)?|ub|control module voltage|voltage control module|(supply|system|ecu|external|input|module|board) voltage.*|voltage obd adapter.*|tensão da bateria|batteriespannung|bordnetz\w*|napięcie akumulatora)\b/,
    not: /\b(correct\w*|temp\w*|current|amps|soc|level|low|fault|status|state|target|comp\w*|alternator|sensor)\b/,
    units: ['voltage'],
  },
];
