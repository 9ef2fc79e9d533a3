import { t } from '../text/text.ts';

type NextStep = { readonly label: string; readonly text: string; readonly to: string };

export type CarFacts = {
  /** The vehicle page, or the page of the first unknown part. */
  readonly path: string;
  readonly hasEngine: boolean;
  /** The newest tune request of the car. */
  readonly request: { readonly id: string; readonly state: string } | null;
  /** A paid purchase that still waits for the customer's file. */
  readonly waitsForFile: boolean;
  readonly logs: number;
};

const inWork = ['received', 'identifying', 'queued', 'in_progress', 'in_review', 'revision_requested'];

/** What the owner of a car does next; the most urgent first. */
export function nextStep({ path, hasEngine, request, waitsForFile, logs }: CarFacts): NextStep {
  const to = request ? `/tuning/requests/${request.id}` : '';
  switch (request?.state) {
    case 'needs_information':
      return { label: t('Add car details'), text: t('We need to know which car your file is from.'), to };
    case 'matched':
      return { label: t('Choose tunes'), text: t('We recognized your file. Choose what you want.'), to };
    case 'waiting_customer':
    case 'on_ice':
      return { label: t('Answer the tuner'), text: t('Your tuner has a question and is waiting for you.'), to };
    case 'delivered':
      return { label: t('Get your tuned file'), text: t('Your tuned file is ready to download.'), to };
    case 'recalled':
      return { label: t('Read the notice'), text: t('The tuned file was withdrawn. Do not flash it.'), to };
  }
  if (request && inWork.includes(request.state))
    return { label: t('Follow the request'), text: t('We are working on your file.'), to };
  if (waitsForFile)
    return { label: t('Send your file'), text: t('Your tune is paid. Send the file we should tune.'), to: '/tuning' };
  if (request?.state === 'closed' && logs === 0)
    return {
      label: t('Record a log'),
      text: t('A log after flashing shows whether everything is in order.'),
      to: '/graph',
    };
  if (!hasEngine)
    return { label: t('Choose the engine'), text: t('Choose the engine to see the tunes for this car.'), to: path };
  return { label: t('See tunes'), text: t('Compare the tunes for this car.'), to: path };
}
