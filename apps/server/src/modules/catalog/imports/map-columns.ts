/** What we look for in a table, and the header names other people give it. Compared without case, spaces and marks. */
const knownNames = {
  make: ['make', 'makename', 'manufacturer', 'brand', 'carmake', 'marque', 'marke', 'hersteller'],
  model: ['model', 'modelname', 'carmodel', 'modell', 'vehiclemodel'],
  family: ['basemodel', 'family', 'modelfamily', 'series', 'modelseries', 'modelrange'],
  year: ['year', 'modelyear', 'my', 'caryear', 'baujahr', 'vehicleyear'],
  yearFrom: ['yearstart', 'yearfrom', 'startyear', 'fromyear', 'yearmin', 'firstyear', 'productionstart'],
  yearTo: ['yearend', 'yearto', 'endyear', 'toyear', 'yearmax', 'lastyear', 'productionend'],
  engine: ['engine', 'enginelabel', 'enginename', 'enginetype', 'motor', 'trim', 'description'],
  engineCode: ['enginecode', 'motorcode'],
  displacementL: [
    'displacementl',
    'displ',
    'displacement',
    'displacementlitres',
    'displacementliters',
    'enginesize',
    'litres',
    'liters',
    'enginedisplacement',
  ],
  displacementCc: [
    'displacementcc',
    'enginecapacitycc',
    'enginecapacity',
    'capacitycc',
    'cc',
    'enginecc',
    'displacementcm3',
    'hubraum',
  ],
  cylinders: ['cylinders', 'cyl', 'numberofcylinders', 'cylindercount', 'enginecylinders'],
  fuel: ['fuel', 'fueltype', 'fueltype1', 'kraftstoff', 'enginefueltype'],
  powertrain: ['powertrainnote', 'powertrain', 'atvtype', 'hybrid', 'electrification'],
  aspiration: ['aspiration', 'induction', 'turbo', 'charging', 'forcedinduction'],
  powerHp: ['powerhp', 'hp', 'horsepower', 'bhp', 'enginehp', 'powerbhp', 'maxpowerhp'],
  powerPs: ['powerps', 'ps', 'enginepowerps'],
  powerKw: ['powerkw', 'kw', 'enginepowerkw'],
  torqueNm: ['torquenm', 'nm', 'torque', 'maxtorquenm'],
  torqueLbFt: ['torquelbft', 'lbft', 'torqueftlb', 'torqueftlbs'],
  transmission: ['transmission', 'trany', 'gearbox', 'transmissiontype', 'getriebe', 'trans'],
  drive: ['drive', 'drivetrain', 'drivewheel', 'drivetype', 'antrieb', 'drivewheels', 'drivenwheels'],
  vehicleClass: ['vehicleclass', 'vclass', 'class', 'bodytype', 'body', 'segment', 'category'],
} as const satisfies Record<string, readonly string[]>;

export type Column = keyof typeof knownNames;
export type ColumnMap = {
  readonly at: Readonly<Partial<Record<Column, number>>>;
  /** Header names with the meaning we read into them. */
  readonly mapped: Readonly<Record<string, Column>>;
  readonly ignored: readonly string[];
  readonly missing: readonly Column[];
  readonly width: number;
};

const columns = Object.keys(knownNames) as Column[];
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Reads a header. The first column of a name wins, and of several names for one thing the one we know best. */
export function mapColumns(header: readonly string[]): ColumnMap {
  const names = header.map(plain);
  const at: Partial<Record<Column, number>> = {};
  for (const column of columns) {
    for (const known of knownNames[column]) {
      const found = names.indexOf(known);
      if (found < 0 || Object.values(at).includes(found)) continue;
      at[column] = found;
      break;
    }
  }
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
