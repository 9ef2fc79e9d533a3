import { startScript } from './server-handoff.ts';
import { themeScript } from './theme.ts';

/** Id of the data element with the region options. */
export const regionDataId = 'region-options';

/**
 * The specification requires the options as a global. Data needs no permission in the policy, so only this constant is
 * a script.
 */
export const regionScript = `window.trActiveRegionOptions=JSON.parse(document.getElementById('${regionDataId}').textContent)`;

/** All inline scripts of the product. The page policy allows only these. */
export const inlineScripts: readonly string[] = [themeScript, regionScript, startScript];
