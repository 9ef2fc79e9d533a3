import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import {
  limitStylesheetWait,
  plainPageData,
  rankRoutesOnce,
  removeInstrumentation,
  reportChunkFailures,
  shareFrameStyles,
} from './router-plugins.ts';
import { textPlugin } from './text-plugin.ts';

// Code every page needs is bundled into two files instead of forty; the rest is loaded with its page or panel.
const laterModules =
  /shell\/(lists\/|search\/|([a-z]+\/)?(DeferredPanels|SmallMenu|CartPanel|NotificationPanel|UnreadRefresh|SearchPanel|ConsentDialog|ContactWidget|ContactPanel|contact-button|DeletionNotice|LanguageHint|RegionDialog|RegionQuestion|switch-region|UpdateBanner|service-worker|telemetry|new-tag|trackers|redirect|tag-link|ExpiredLink|NotFound|Forbidden|CookiePreferences|LanguageHint|page-labels|page-meta))\b|platform\/([a-z]+\/)?(draft-text|file-key|form-action|fresh-login|page-number|refusal-of|vin-summary|handed-file|browser-guard|use-submit|live-record|tuning-memory|human-proof|browser-texts|tax-hint|guard\.ts)/;
const kitOfTheFrame =
  /src\/ui\/(([a-z]+\/)*(Button|Icon|Link|Menu|Notice|Layout|ErrorState|Countdown|VisuallyHidden|page-states|draft-owner|toast-store|class-names|countdown-parts|place-popover|first-interaction)\b|brand\/(Logo|Mark|Axes|LoadingLine|brand)\b)/;
const textsOfTheFrame = /packages\/domain\/src\/(catalog\/vin\/vin-text|site\/plain-text|text\/(text|languages))\.ts/;
const baseStyles = /src\/ui\/(tokens|base|font)\.css/;
const isFrame = (id: string): boolean =>
  (/\/apps\/web\/src\/(platform|shell)\//.test(id) && !laterModules.test(id)) ||
  kitOfTheFrame.test(id) ||
  textsOfTheFrame.test(id) ||
  baseStyles.test(id);

// The basic form controls share one chunk.
const fields = /src\/ui\/form\/(FieldError|FieldShell|field-state|NativeSelect|Checkbox)\b/;

// The picker of the home page and the catalogue, with small parts of both.
const steps = /src\/(features\/catalog\/(body-of|picker\/(StepPicker|Continue)|home\/motif-curve))\b/;

// Code that the home page and the tune lists share with the vehicle page, so that they do not load the rest.
const picker =
  /src\/(features\/catalog\/([a-z]+\/)?(MakeMark|figures|last-vehicle|vehicle-labels|(picker|vehicle-head)\.module)\b|ui\/([a-z]+\/)?(MoneyText|money-text|units-store|Figures|Breadcrumbs|brand\/(CurveArt|ToolDrawing|curve))\b)|packages\/domain\/src\/catalog\/([a-z]+\/)?(vehicle-path|vehicle-selection)\.ts/;
// The vehicle page, the most visited one, is one file: twenty small files compress a quarter worse.
const vehiclePage =
  /src\/(features\/catalog\/([a-z]+\/)?(VehiclePage|EnginePage|ChartPanel|SelectionBar|ToolList|TransmissionChoice|TuneRows|VehicleHead|figures|last-vehicle|load-vehicle|selection|use-estimate|use-runs|vehicle-labels|vehicle-title|(engine|chart-panel|tune-rows|transmission-choice|tool-list|notify-form|selection-bar|picker|vehicle-head)\.module)\b|ui\/([a-z]+\/)?(MoneyText|money-text|units-store|Breadcrumbs|Figures|brand\/(CurveArt|ToolDrawing|curve)|chart\/(DynoChart|dyno-data|Chart\.module))\b)|packages\/domain\/src\/catalog\/([a-z]+\/)?(vehicle-path|vehicle-selection|vehicle-selection-url|tune-selection|dyno)\.ts/;

export default defineConfig(({ command }) => ({
  plugins: [
    ...(command === 'build'
      ? [
          reportChunkFailures(),
          limitStylesheetWait(),
          plainPageData(),
          removeInstrumentation(),
          shareFrameStyles(),
          rankRoutesOnce(),
        ]
      : []),
    textPlugin(),
    reactRouter(),
  ],
  build: { target: 'es2023', reportCompressedSize: false, sourcemap: false },
  // One self-contained server bundle: React is fixed to its production build regardless of NODE_ENV, and the router
  // exists once, so that server and loaders share its contexts.
  environments: {
    ssr: {
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /vite\/preload-helper|node_modules\/(react|react-dom|react-router(?!.*\/turbo-stream-v2\/(unflatten|flatten|utils|turbo-stream\.js\?whole))|scheduler|cookie-es|set-cookie-parser)\//,
                  priority: 20,
                },
                { name: 'frame', test: isFrame, priority: 10 },
                { name: 'fields', test: fields, priority: 8 },
                { name: 'picker', test: picker, priority: 7 },
                { name: 'steps', test: steps, priority: 6 },
                { name: 'vehicle', test: vehiclePage, priority: 5 },
              ],
            },
          },
        },
      },
    },
  },
}));
