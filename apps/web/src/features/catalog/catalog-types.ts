import type { CallReply } from '@tuneport/contract/index';
import type { SelectableTune } from '@tuneport/domain/catalog/vehicles/vehicle-selection';

export type Make = CallReply<'GET /v1/catalog/makes'>[number];
export type Year = CallReply<'GET /v1/catalog/makes/:make/years'>[number];
export type Model = CallReply<'GET /v1/catalog/makes/:make/years/:year/models'>[number];
export type Engine = CallReply<'GET /v1/catalog/makes/:make/years/:year/models/:model/engines'>[number];
export type Transmission = CallReply<'GET /v1/catalog/engines/:engineId/transmissions'>[number];
export type EngineInfo = CallReply<'GET /v1/catalog/engines/:engineId'>;
export type TransmissionInfo = CallReply<'GET /v1/catalog/transmissions/:transmissionId'>;
/** A page lists each tool once, with the tunes it writes. */
type WithoutTools<Reply extends { tunes: { tools: unknown }[] }> = Omit<Reply, 'tunes'> & {
  tunes: Omit<Reply['tunes'][number], 'tools'>[];
};
export type FullEngine = WithoutTools<EngineInfo>;
export type FullTransmission = WithoutTools<TransmissionInfo>;
export type Vehicle = Omit<CallReply<'GET /v1/catalog/vehicle'>, 'transmissions'>;
export type Tune = FullEngine['tunes'][number];
export type Tool = EngineInfo['tunes'][number]['tools'][number];
export type WritingTool = Tool & { readonly tuneIds: readonly number[] };
export type DynoRun = CallReply<'GET /dyno-csv/:id'>;
export type ListedTune = CallReply<'GET /v1/catalog/tunes'>['data'][number];
export type Category = CallReply<'GET /v1/catalog/categories'>[number];
export type Estimate = CallReply<'POST /v1/catalog/estimate'>;

/** A tune in the form the selection rules use, with the server's full record. */
export type CatalogTune = SelectableTune & { readonly wire: Tune };
