import { type RawBuilder, sql } from 'kysely';
import type { Unit } from '../tune-queries.ts';

// The tool restrictions in SQL, for tool lists that are not built from full records (S290).

type Column = RawBuilder<unknown>;

/** A unit with listed tools accepts only those; a unit without any accepts all. */
const admits = (unit: Unit, unitId: Column, tool: Column) => {
  const named = sql`select from ${sql.table(`${unit}_tool_restrictions`)} r where r.${sql.ref(`${unit}_id`)} = ${unitId}`;
  return sql`(not exists (${named}) or exists (${named} and r.tool_id = ${tool}))`;
};

/** A tool with a manifest in effect writes only what it lists; same rule as domain/catalog/tools/tool-manifest. */
const isListed = (unit: Unit, unitId: Column, kind: Column, tool: Column) => {
  const plain = (column: string) => sql`upper(regexp_replace(${sql.ref(`p.${column}`)}, '[^A-Za-z0-9]', '', 'g'))`;
  return sql`(not exists (select from tool_manifests m where m.tool_id = ${tool} and m.state = 'approved')
    or exists (select from tool_manifest_writes x join ${sql.table(`${unit}s`)} p on p.id = ${unitId}
      where x.tool_id = ${tool} and x.kind = ${kind} and x.name in ('', ${plain('code')}, ${plain('slug')})))`;
};

/** Same rule as domain/catalog/selection/tune-places: a type that is both counts as DSG. */
const isAwd = (tune: Column) => {
  const typed = sql`select from tune_tune_types x join tune_types tt on tt.id = x.tune_type_id where x.tune_id = ${tune}`;
  return sql`(exists (${typed} and tt.is_awd) and not exists (${typed} and tt.is_dsg))`;
};

export type Car = { readonly engine: number | null; readonly transmission: number | null };

/**
 * Whether a tool writes a tune and the car accepts the tool. While the engine or transmission is unknown (null), one
 * that has the tune and accepts the tool is sufficient.
 */
export function writesTune(tune: Column, tool: Column, { engine, transmission }: Car): RawBuilder<boolean> {
  const ofEngine = engine === null ? sql`` : sql`and et.engine_id = ${engine}`;
  const ofTransmission = transmission === null ? sql`` : sql`and own.transmission_id = ${transmission}`;
  const builtWith = sql`select from engine_transmissions b where b.transmission_id = own.transmission_id`;
  const engineAdmits =
    engine === null
      ? sql`(not exists (${builtWith}) or exists (${builtWith} and ${admits('engine', sql`b.engine_id`, tool)}))`
      : admits('engine', sql`${engine}`, tool);
  const ofEngineUnit = isListed('engine', sql`et.engine_id`, sql`'ecu'`, tool);
  const kind = sql`case when ${isAwd(tune)} then 'awd' else 'tcu' end`;
  const ofTransmissionUnit = isListed('transmission', sql`own.transmission_id`, kind, tool);
  return sql<boolean>`(
    exists (select from tune_tools w where w.tune_id = ${tune} and w.tool_id = ${tool})
    and (
      exists (select from engine_tunes et where et.tune_id = ${tune} ${ofEngine} and ${admits('engine', sql`et.engine_id`, tool)}
        and ${ofEngineUnit})
      or exists (select from transmission_tunes own where own.tune_id = ${tune} ${ofTransmission}
        and ${admits('transmission', sql`own.transmission_id`, tool)} and ${ofTransmissionUnit} and (not ${isAwd(tune)} or ${engineAdmits}))
      or not exists (select from engine_tunes et where et.tune_id = ${tune}
        union all select from transmission_tunes own where own.tune_id = ${tune})
    ))`;
}
