/** The path of a value as JSON path: "control_units.0.family" is "$.control_units[0].family". */
export const jsonPath = (field: string): string =>
  field === '' ? '$' : `$.${field}`.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
