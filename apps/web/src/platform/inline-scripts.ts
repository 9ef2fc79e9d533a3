import { startScript } from './server-handoff.ts';
import { themeScript } from './theme.ts';

/** The id of the element with the region options as data. */
export const regionDataId = 'region-options';

/** The specification has the options as a global; data alone needs no permission, so only this constant is a script. */
export const regionScript = `window.trActiveRegionOptions=JSON.parse(document.getElementById('${regionDataId}').textContent)`;

/** Every inline script of the product. The policy of a page allows these and nothing else. */
export const inlineScripts: readonly string[] = [themeScript, regionScript, startScript];
