import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import type { RequestRow } from '../request-queries.ts';
import { bySystem, type RequestContext, stepRequest } from '../step-request.ts';

type Proposal = {
  readonly engine_id: number;
  readonly vehicle: string;
  readonly vehicle_path: null;
  readonly why: string;
};

/** Engines with tunes for the control unit of this file, matched by the part number in it. */
export async function enginesOf(db: Db, region: number, identified: Identified): Promise<Proposal[]> {
  const found = [...identified.partNumbers, ...identified.hardwareNumbers, ...identified.softwareIds];
  const numbers = [...new Set(found.filter(({ sure }) => sure !== 'hint').map(({ value }) => plain(value)))].filter(
    Boolean,
  );
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ engine_id: number; vehicle: string; number: string }>`
    select distinct e.id as engine_id, m.name || ' ' || e.name as vehicle, t.part_number as number
    from tunes t join engine_tunes et on et.tune_id = t.id join engines e on e.id = et.engine_id join makes m on m.id = e.make_id
    where t.part_number <> '' and upper(regexp_replace(t.part_number, '[^0-9A-Za-z]', '', 'g')) = any(${numbers})
      and ${region} = any(e.regions)
    order by 2, 1 limit 20`.execute(db);
  return [...new Map(rows.map((row) => [row.engine_id, row])).values()].map(({ engine_id, vehicle, number }) => ({
    engine_id,
    vehicle,
    vehicle_path: null,
    why: `The file contains the number ${number}.`,
  }));
}

const plain = (value: string) => value.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Identifies the vehicle by the original or an added file: it is known, must be specified, or has no tune. */
export async function identifyRequest(
  context: RequestContext,
  received: RequestRow,
  added?: Identified,
): Promise<RequestRow> {
  const request = received.state === 'received' ? await stepRequest(context, received, 'identify', bySystem) : received;
  const { db } = context;
  if (request.engine_id === null && request.transmission_id === null) {
    const proposals =
      request.mode === 'automatic'
        ? await enginesOf(db, request.region, added ?? (request.identified as unknown as Identified))
        : [];
    const [only] = proposals;
    if (!only || proposals.length > 1)
      return stepRequest(context, request, 'ask-data', bySystem, { set: { proposals: JSON.stringify(proposals) } });
    return stepRequest(context, request, 'match', bySystem, {
      set: { proposals: JSON.stringify(proposals), engine_id: only.engine_id, vehicle: only.vehicle },
      detail: { why: only.why },
    });
  }
  return stepRequest(context, request, (await hasTunes(db, request)) ? 'match' : 'no-tune', bySystem);
}

async function hasTunes(db: Db, { engine_id, transmission_id }: RequestRow): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from engine_tunes et join tunes t on t.id = et.tune_id where et.engine_id = ${engine_id} and not t.is_stock)
      or exists (select from transmission_tunes tt join tunes t on t.id = tt.tune_id
        where tt.transmission_id = ${transmission_id} and not t.is_stock) as some`.execute(db);
  return rows[0]?.some ?? false;
}
