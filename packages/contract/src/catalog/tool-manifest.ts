import {
  manifestConnections,
  manifestFormat,
  manifestOperations,
  manifestProtocols,
  manifestUnits,
  protocolConnections,
} from '@tuneport/domain/catalog/tools/tool-manifest';
import { z } from 'zod';

// The manifest a tool developer writes. Its JSON schema is published; rules that a schema cannot express are checked below.

/** Of all control units together. */
const fitsMax = 5000;

const choice = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `Use one of: ${names.join(', ')}.`);
const text = (max: number) =>
  z
    .string('Enter a text.')
    .trim()
    .min(1, 'Enter a text.')
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Remove invisible characters.');
const bytes = (max: number) =>
  z
    .number('Enter a number of bytes.')
    .int('Enter a whole number of bytes.')
    .min(1, 'Enter 1 or more bytes.')
    .max(max, `Enter at most ${max} bytes.`);

const Capability = z
  .strictObject({
    operation: choice(manifestOperations),
    connection: choice(manifestConnections).describe('obd: in the car; bench: removed from the car; boot: opened.'),
    protocols: z.array(choice(manifestProtocols)).min(1, 'Name at least one protocol.').max(manifestProtocols.length),
    max_file_bytes: bytes(256 * 1024 * 1024)
      .optional()
      .describe('The largest file the tool reads or writes.'),
    block_bytes: bytes(16 * 1024 * 1024)
      .optional()
      .describe('The size of one transferred block.'),
  })
  .superRefine(({ connection, protocols, max_file_bytes, block_bytes }, context) => {
    protocols.forEach((protocol, at) => {
      const over: readonly string[] = protocolConnections[protocol];
      if (!over.includes(connection))
        context.addIssue({
          code: 'custom',
          path: ['protocols', at],
          message: `${protocol} is not spoken over ${connection}, only over ${over.join(' and ')}.`,
        });
    });
    if (max_file_bytes !== undefined && block_bytes !== undefined && block_bytes > max_file_bytes)
      context.addIssue({ code: 'custom', path: ['block_bytes'], message: 'A block cannot be larger than the file.' });
  });

const ControlUnit = z
  .strictObject({
    unit: choice(manifestUnits).describe('ecu: engine; tcu: transmission; awd: all-wheel drive.'),
    family: text(80).describe('The name of the control unit family, such as Bosch MED17.5.'),
    fits: z
      .array(text(80))
      .min(1, 'Name at least one engine or transmission, or remove the list.')
      .max(500, 'Name at most 500.')
      .optional()
      .describe(
        'Codes or slugs of engines (ecu) or transmissions (tcu, awd) in the catalogue. Without it the family fits all of them.',
      ),
    operations: z
      .array(Capability)
      .min(1, 'Describe at least one operation.')
      .max(manifestOperations.length * manifestConnections.length),
  })
  .superRefine(({ operations }, context) => {
    const seen = new Set<string>();
    operations.forEach(({ operation, connection }, at) => {
      const key = `${operation} by ${connection}`;
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: ['operations', at], message: `${key} is described twice.` });
      seen.add(key);
    });
    const has = (name: string) => operations.some(({ operation }) => operation === name);
    if (has('write') && !has('identify'))
      context.addIssue({
        code: 'custom',
        path: ['operations'],
        message: 'A control unit that is written must also be identified. Add the operation identify.',
      });
  });

export const ToolManifest = z
  .strictObject({
    $schema: z.string().max(300).optional(),
    format: z.literal(manifestFormat, `The format is ${manifestFormat}.`),
    tool: text(120).describe('The slug of the tool in the catalogue.'),
    firmware: z
      .string('Enter a version such as 4.12.0.')
      .max(40)
      .regex(/^\d+(\.\d+){1,3}(-[0-9A-Za-z.]+)?$/, 'Enter a version such as 4.12.0.'),
    control_units: z
      .array(ControlUnit)
      .min(1, 'Describe at least one control unit.')
      .max(300, 'Describe at most 300 control units.'),
  })
  .superRefine(({ control_units }, context) => {
    if (control_units.reduce((sum, { fits = [] }) => sum + fits.length, 0) > fitsMax)
      context.addIssue({ code: 'custom', path: ['control_units'], message: `Use at most ${fitsMax} entries in fits.` });
    const seen = new Set<string>();
    control_units.forEach(({ unit, family }, at) => {
      const key = `${unit} ${family.toLowerCase()}`;
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: ['control_units', at, 'family'],
          message: `${unit} ${family} is described twice.`,
        });
      seen.add(key);
    });
  });

/** The published JSON schema, as a document of its own. */
export const toolManifestSchema = (origin: string) => ({
  $id: `${origin}/api/tool-manifest-schema`,
  title: 'Tool manifest',
  ...z.toJSONSchema(ToolManifest, { io: 'input' }),
});
