import { lastToolOrderType, type ToolOrderType } from '@tuneport/domain/store/tool-order';
import { readStored, writeStored } from '../../../platform/storage.ts';

const key = 'tuneport.last-tool-order';

/** The type of tool ordered last in this browser. */
export const readLastToolOrder = (): ToolOrderType => lastToolOrderType(readStored(key));
export const rememberToolOrder = (type: ToolOrderType): void => writeStored(key, type);
