import { type ImportColumn, importColumns } from '@tuneport/contract/catalog-import-admin';

/** What we look for in a table, and the header names other people give it. Compared without case, spaces and marks. */
const knownNames = {
  make: [
    'make',
    'makename',
    'manufacturer',
    'brand',
    'brandname',
    'carmake',
    'vehiclemake',
    'manufacturername',
    'mfr',
    'mfrname',
    'oem',
    'marque',
    'marca',
    'marka',
    'merk',
    'marke',
    'hersteller',
    'fabricant',
    'fabricante',
    'costruttore',
  ],
  model: [
    'model',
    'modelname',
    'carmodel',
    'vehiclemodel',
    'modell',
    'modele',
    'modelo',
    'modello',
    'carline',
    'nameplate',
    'typ',
  ],
  family: ['basemodel', 'family', 'modelfamily', 'modelseries', 'modelrange', 'series', 'baureihe', 'gamme'],
  year: [
    'year',
    'modelyear',
    'my',
    'caryear',
    'vehicleyear',
    'yearofmanufacture',
    'productionyear',
    'years',
    'baujahr',
    'annee',
    'ano',
    'anno',
    'bouwjaar',
    'rok',
    'rocznik',
    'arsmodell',
  ],
  yearFrom: [
    'yearstart',
    'yearfrom',
    'startyear',
    'fromyear',
    'yearmin',
    'firstyear',
    'productionstart',
    'productionfrom',
    'builtfrom',
    'from',
    'baujahrvon',
  ],
  yearTo: [
    'yearend',
    'yearto',
    'endyear',
    'toyear',
    'yearmax',
    'lastyear',
    'productionend',
    'productionto',
    'builtto',
    'to',
    'until',
    'baujahrbis',
  ],
  engine: ['engine', 'enginelabel', 'enginename', 'enginetype', 'motor', 'moteur', 'variant', 'trim', 'description'],
  engineCode: ['enginecode', 'motorcode', 'motorkennbuchstabe', 'codigomotor'],
  displacementL: [
    'displacementl',
    'displ',
    'displacement',
    'displacementlitres',
    'displacementliters',
    'enginedisplacementl',
    'enginedispl',
    'engdispl',
    'enginesizel',
    'enginesize',
    'litres',
    'liters',
    'enginedisplacement',
  ],
  displacementCc: [
    'displacementcc',
    'enginecapacitycc',
    'enginecapacity',
    'enginesizecc',
    'enginedisplacementcc',
    'capacitycc',
    'cc',
    'ccm',
    'enginecc',
    'displacementcm3',
    'capacitycm3',
    'hubraum',
    'hubraumccm',
    'hubraumcm3',
    'cylindree',
    'cilindrada',
    'cilindrata',
    'cilinderinhoud',
    'pojemnosc',
  ],
  cylinders: [
    'cylinders',
    'cyl',
    'numberofcylinders',
    'cylindercount',
    'enginecylinders',
    'nocyl',
    'zylinder',
    'cilindros',
  ],
  fuel: [
    'fuel',
    'fueltype',
    'fueltype1',
    'fueltypeprimary',
    'enginefueltype',
    'kraftstoff',
    'kraftstoffart',
    'carburant',
    'combustible',
    'combustivel',
    'carburante',
    'alimentazione',
    'brandstof',
    'paliwo',
  ],
  powertrain: ['powertrainnote', 'powertrain', 'atvtype', 'hybrid', 'electrification', 'electrificationlevel'],
  aspiration: [
    'aspiration',
    'induction',
    'airaspirationmethod',
    'turbo',
    'turbocharged',
    'charging',
    'forcedinduction',
    'tcharger',
  ],
  supercharged: ['supercharged', 'supercharger', 'scharger'],
  powerHp: ['powerhp', 'hp', 'horsepower', 'bhp', 'enginehp', 'powerbhp', 'maxpowerhp', 'cv'],
  powerPs: ['powerps', 'ps', 'enginepowerps', 'leistungps'],
  powerKw: ['powerkw', 'kw', 'enginepowerkw', 'leistungkw', 'maxpowerkw'],
  torqueNm: ['torquenm', 'nm', 'torque', 'maxtorquenm', 'maxtorque', 'drehmoment', 'drehmomentnm'],
  torqueLbFt: ['torquelbft', 'lbft', 'torqueftlb', 'torqueftlbs', 'ftlbs'],
  transmission: [
    'transmission',
    'trany',
    'gearbox',
    'transmissiontype',
    'transmissionname',
    'getriebe',
    'getriebeart',
    'trans',
    'transdescr',
    'boite',
    'boitedevitesses',
    'transmision',
    'transmissao',
    'cambio',
    'versnellingsbak',
  ],
  drive: [
    'drive',
    'drivetrain',
    'drivewheel',
    'drivetype',
    'driveline',
    'antrieb',
    'drivewheels',
    'drivenwheels',
    'drivesys',
    'traction',
    'trazione',
    'traccion',
  ],
  vehicleClass: [
    'vehicleclass',
    'vclass',
    'class',
    'bodytype',
    'bodystyle',
    'bodyclass',
    'body',
    'segment',
    'category',
    'karosserie',
  ],
} as const satisfies Record<ImportColumn, readonly string[]>;

/** For names nobody has listed: a word that says it, and words that say it is something else. */
const likelyNames: Partial<Record<ImportColumn, { says: RegExp; unless: RegExp }>> = {
  make: { says: /^(make|manufacturer|brand|mfr)$/, unless: /^(id|code|country|url|logo|division)$/ },
  model: { says: /^(model|carline|nameplate)$/, unless: /^(id|code|year|years|base|family|series|url)$/ },
  year: { says: /^(year|yr|my)$/, unless: /^(start|end|from|to|first|last|min|max|id)$/ },
  yearFrom: { says: /^(start|from|first|min)$/, unless: /^(id|price|url)$/ },
  yearTo: { says: /^(end|to|last|until|max)$/, unless: /^(id|price|url|torque|power|speed)$/ },
  displacementCc: { says: /^(cc|ccm|cm3)$/, unless: /^(id)$/ },
  displacementL: { says: /^(displacement|displ)$/, unless: /^(id|cc|ccm|cm3|unit)$/ },
  cylinders: { says: /^(cylinders?|cyls?)$/, unless: /^(id|deactivation|deac)$/ },
  fuel: {
    says: /^fuel$/,
    unless: /^(economy|cost|capacity|tank|consumption|mpg|barrels|cell|city|highway|id|metering|delivery|system|unit)$/,
  },
  transmission: { says: /^(transmission|gearbox)$/, unless: /^(id|code|gears|speeds?|lockup)$/ },
  drive: { says: /^(drive|drivetrain|driveline)$/, unless: /^(id|code|cycle|unit)$/ },
  powerHp: { says: /^(hp|bhp|horsepower)$/, unless: /^(rpm|id|kw|per)$/ },
  powerKw: { says: /^kw$/, unless: /^(rpm|id|per|kwh|battery|charge|charger)$/ },
};

export type Column = ImportColumn;
export type ColumnMap = {
  readonly at: Readonly<Partial<Record<Column, number>>>;
  /** Header names with the meaning we read into them. */
  readonly mapped: Readonly<Record<string, Column>>;
  readonly ignored: readonly string[];
  readonly missing: readonly Column[];
  readonly width: number;
};

export const columns: readonly Column[] = importColumns;
export const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name);
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Guesses a header. The first column of a name wins, and of several names for one thing the one we know best. */
export function mapColumns(header: readonly string[]): ColumnMap {
  const names = header.map(plain);
  const at: Partial<Record<Column, number>> = {};
  const taken = (index: number) => Object.values(at).includes(index);
  for (const column of columns) {
    for (const known of knownNames[column]) {
      const found = names.indexOf(known);
      if (found < 0 || taken(found)) continue;
      at[column] = found;
      break;
    }
  }
  const words = header.map(wordsOf);
  const hasYears = at.year !== undefined || at.yearFrom !== undefined;
  for (const [column, { says, unless }] of Object.entries(likelyNames) as [
    Column,
    { says: RegExp; unless: RegExp },
  ][]) {
    if (at[column] !== undefined) continue;
    if ((column === 'yearFrom' || column === 'yearTo') && (hasYears || at.year !== undefined)) continue;
    const found = words.findIndex(
      (said, index) => !taken(index) && said.some((word) => says.test(word)) && !said.some((word) => unless.test(word)),
    );
    if (found >= 0) at[column] = found;
  }
  return chosenColumns(header, at);
}

/** A header read as somebody says it is to be read. */
export function chosenColumns(header: readonly string[], at: ColumnMap['at']): ColumnMap {
  const used = new Map(Object.entries(at).map(([column, index]) => [index, column as Column]));
  return {
    at,
    mapped: Object.fromEntries(
      header.flatMap((name, index) => (used.has(index) ? [[name.trim(), used.get(index)]] : [])),
    ) as Record<string, Column>,
    ignored: header.filter((_, index) => !used.has(index)).map((name) => name.trim()),
    missing: columns.filter((column) => at[column] === undefined),
    width: header.length,
  };
}

/** Why a table cannot be imported at all, or null. */
export function tableProblem({ at }: ColumnMap): string | null {
  const missing = [
    at.make === undefined && 'make',
    at.model === undefined && at.family === undefined && 'model',
  ].filter(Boolean);
  if (missing.length === 0) return null;
  return `The table has no column for ${missing.join(' and ')}. Its first line must name the columns, for example: make, model, year, displacement_l, cylinders, fuel, transmission.`;
}
