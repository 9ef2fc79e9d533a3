import type { ImportColumn } from '@tuneport/contract/catalog/catalog-import-admin';
import type { CallReply } from '@tuneport/contract/index';

export type VehicleImport = CallReply<'GET /v1/admin/ecu/imports/:id'>;
export type ImportReport = NonNullable<VehicleImport['report']>;

export const columnNames: Readonly<Record<ImportColumn, string>> = {
  make: 'Make',
  model: 'Model',
  family: 'Model family',
  year: 'Year',
  yearFrom: 'First year',
  yearTo: 'Last year',
  engine: 'Engine name',
  engineCode: 'Engine code',
  displacementL: 'Displacement, litres',
  displacementCc: 'Displacement, cc',
  cylinders: 'Cylinders',
  fuel: 'Fuel',
  powertrain: 'Hybrid or electric',
  aspiration: 'Turbo or aspiration',
  supercharged: 'Supercharger',
  powerHp: 'Power, hp',
  powerPs: 'Power, PS',
  powerKw: 'Power, kW',
  torqueNm: 'Torque, Nm',
  torqueLbFt: 'Torque, lb-ft',
  transmission: 'Transmission',
  drive: 'Drive',
  vehicleClass: 'Body or class',
};

export const recordNames: Readonly<Record<string, string>> = {
  makes: 'Makes',
  years: 'Years',
  models: 'Models',
  engines: 'Engines',
  transmissions: 'Transmissions',
  vehicles: 'Vehicles',
};
