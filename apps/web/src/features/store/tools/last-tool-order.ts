import { lastToolOrderType, type ToolOrderType } from '@tuneport/domain/store/tool-order';
import { readStored, writeStored } from '../../../platform/storage.ts';

const key = 'tuneport.last-tool-order';

/** The kind of tool this browser ordered last. */
export const readLastToolOrder = (): ToolOrderType => lastToolOrderType(readStored(key));
export const rememberToolOrder = (type: ToolOrderType): void => writeStored(key, type);
