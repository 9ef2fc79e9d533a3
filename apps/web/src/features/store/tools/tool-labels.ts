import type { ToolOrderType } from '@tuneport/domain/store/tool-order';
import { t, tIn } from '@tuneport/domain/text/text';

/** Texts of a tool page. Price, contents and availability come from the product. */
export type ToolText = {
  readonly path: string;
  readonly title: string;
  readonly eyebrow: string;
  readonly headline: string;
  readonly lead: string;
  /** The product sold on this page, then the related ones. */
  readonly product: string;
  readonly beside: readonly string[];
  readonly points: readonly { readonly figure: string; readonly unit: string; readonly text: string }[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  /** The type of tool order this page leads to. */
  readonly orderType?: ToolOrderType;
  readonly forDealers?: true;
};

const backToStock = () => ({
  question: t('Can I go back to the original?'),
  answer: t(
    'Yes, at any time. The original file is read before anything is written and stored on the tool and in your account.',
  ),
});
const warranty = () => ({
  question: t('What if a flash is interrupted?'),
  answer: t(
    'The tool resumes where it stopped. A control unit that does not respond can be recovered with the rescue guide, and we help by phone.',
  ),
});

export const toolLabels = (): readonly ToolText[] => [
  {
    path: '/flashzilla',
    title: t('FlashZilla'),
    eyebrow: t('For drivers'),
    headline: t('Your tune, from the driver’s seat.'),
    lead: t(
      'Plug it in, choose a tune from the catalogue, wait for the tone. FlashZilla V3 keeps the original safe and restores it whenever you like.',
    ),
    product: 'flashzilla-v3',
    beside: ['flashzilla-lite', 'flashzilla-pro', 'rental-flashzilla'],
    points: [
      { figure: '9', unit: t('min'), text: t('for a first flash of a typical petrol engine, original read included') },
      { figure: '32', unit: t('channels'), text: t('logged while you drive, opened in the log studio') },
      { figure: '0', unit: t('laptops'), text: t('needed: everything happens on the tool') },
    ],
    steps: [
      { title: t('Find your vehicle'), text: t('The catalogue shows power curves before and after tuning.') },
      { title: t('Plug in'), text: t('FlashZilla checks the battery, then reads and saves the original.') },
      { title: t('Flash'), text: t('Small verified blocks, one progress bar, a tone at the end.') },
      { title: t('Drive and compare'), text: t('Log a pull and overlay it on the curve you bought.') },
    ],
    questions: [
      {
        question: t('How many cars can I flash?'),
        answer: t('One at a time. Return the first car to stock and the tool is free for the next.'),
      },
      backToStock(),
      warranty(),
    ],
    orderType: 'FLASHZILLAV3',
  },
  {
    path: '/fzpro',
    title: t('FlashZilla Pro'),
    eyebrow: t('For workshops'),
    headline: t('One tool for every car on the lift.'),
    lead: t(
      'Diagnostic port, bench and boot mode in one case, with a job log that records every file, every voltage and who did it.',
    ),
    product: 'flashzilla-pro',
    beside: ['bench-kit-workshop', 'steady-70-supply', 'boot-pin-set'],
    points: [
      { figure: '3', unit: t('modes'), text: t('in one case: diagnostic port, bench, boot') },
      { figure: '∞', unit: t('vehicles'), text: t('on one licence, no credits to read') },
      { figure: '1', unit: t('job log'), text: t('with files, voltage curve and signature') },
    ],
    steps: [
      { title: t('Open a job'), text: t('Scan the plate or the VIN; the tool knows which mode the unit needs.') },
      { title: t('Read'), text: t('Wiring card on the screen, voltage monitored to a tenth.') },
      { title: t('Write'), text: t('Only the file for this job and this car.') },
      { title: t('Hand over'), text: t('The customer gets a receipt with the figures before and after.') },
    ],
    questions: [
      {
        question: t('Is there a yearly fee?'),
        answer: t(
          'Support and protocols are included for the first year; after that, you decide year by year. What you have keeps working.',
        ),
      },
      warranty(),
      backToStock(),
    ],
    orderType: 'FZPRO',
  },
  {
    path: '/kess',
    title: t('KESS'),
    eyebrow: t('For shops that send files out'),
    headline: t('Read the car. Send the file. Flash the result.'),
    lead: t(
      'KESS Link connects the diagnostic port to the file service. Each read stays tied to its vehicle, so nothing is written to the wrong one.',
    ),
    product: 'kess-link',
    beside: ['obd-extension', 'steady-70-supply', 'virtual-read'],
    points: [
      { figure: '42', unit: t('min'), text: t('from read to answer on a normal working day') },
      { figure: '1', unit: t('cable'), text: t('for cars, vans and motorcycles') },
      { figure: '2', unit: t('checks'), text: t('before every write: vehicle and voltage') },
    ],
    steps: [
      { title: t('Read'), text: t('Through the diagnostic port, without opening anything.') },
      { title: t('Send'), text: t('The file is sent with its vehicle and your requirements.') },
      { title: t('Write'), text: t('The tuned file fits this car only.') },
    ],
    questions: [
      {
        question: t('Do I need credits?'),
        answer: t('For files, yes; the tool itself has no running cost. Dealers buy credits in packs.'),
      },
      backToStock(),
    ],
  },
  {
    path: '/cmd',
    title: t('CMDflash'),
    eyebrow: t('For the bench'),
    headline: t('The whole unit, without opening it.'),
    lead: t(
      'CMDflash Desk powers a control unit on the bench, detects its protocol and reads it completely. Engine and transmission, no drilling.',
    ),
    product: 'cmd-desk',
    beside: ['bench-kit-compact', 'bench-harness', 'boot-pin-set'],
    points: [
      { figure: '0', unit: t('holes'), text: t('in the housing: the plug is enough') },
      { figure: '13.2', unit: 'V', text: t('held to a tenth while it works') },
      { figure: '60', unit: 's', text: t('for the second unit of a family it has met') },
    ],
    steps: [
      { title: t('Clamp'), text: t('The wiring card shows six leads and where they connect.') },
      { title: t('Identify'), text: t('Family, software and protection are detected automatically.') },
      { title: t('Read and write'), text: t('Complete, verified and saved with the job.') },
    ],
    questions: [warranty(), backToStock()],
  },
  {
    path: '/flex',
    title: t('Flex'),
    eyebrow: t('Grows with your work'),
    headline: t('Start with the port. Add the bench later.'),
    lead: t('Flex Link is modular: add licences for bench and boot mode when you need them, without sending it in.'),
    product: 'flex-link',
    beside: ['bench-harness', 'boot-pin-set', 'flashzilla-pro'],
    points: [
      { figure: '3', unit: t('steps'), text: t('port, bench, boot: pay for what you use') },
      { figure: '1', unit: t('cable set'), text: t('for all of them') },
      { figure: '0', unit: t('days'), text: t('without the tool when you upgrade') },
    ],
    steps: [
      { title: t('Start'), text: t('With the diagnostic port, for the cars you know.') },
      { title: t('Add'), text: t('Bench or boot mode by licence, active right away.') },
      { title: t('Keep'), text: t('Licences are yours and move to a new Flex Link.') },
    ],
    questions: [
      {
        question: t('Can I add a mode later?'),
        answer: t('Yes, for the difference between the two prices, within the life of the tool.'),
      },
      backToStock(),
    ],
  },
  {
    path: '/dealertools',
    title: t('Dealer tools'),
    eyebrow: t('For dealers'),
    headline: t('Your first month of work in one case.'),
    lead: t('The starter kit and everything around it, at dealer prices once you are a dealer. Log in to see yours.'),
    product: 'dealer-starter-kit',
    beside: ['flashzilla-pro', 'kess-link', 'cmd-desk', 'flex-link', 'bench-kit-workshop', 'flashzilla-v3'],
    points: [
      { figure: '26', unit: '%', text: t('maximum discount on the kit') },
      { figure: '2', unit: t('days'), text: t('from application to first order') },
      { figure: '1', unit: t('person'), text: t('who knows your shop and answers') },
    ],
    steps: [
      {
        title: tIn('application', 'Apply'),
        text: t('Your shop, your cars, your area. We reply within two working days.'),
      },
      { title: t('Start'), text: t('Kit, video training, your entry in the dealer list.') },
      { title: t('Grow'), text: t('Credit packs, pay later within your limit, earnings for installs.') },
    ],
    questions: [
      {
        question: t('Who sees dealer prices?'),
        answer: t('Dealers and their members, after they log in. No one else sees them.'),
      },
      {
        question: t('Can I pay later?'),
        answer: t('Dealers with billing information and a credit limit can; the limit is shown at checkout.'),
      },
    ],
    forDealers: true,
  },
];

export const toolTextAt = (path: string): ToolText | undefined =>
  toolLabels().find((text) => text.path === path.replace(/\/+$/, ''));
