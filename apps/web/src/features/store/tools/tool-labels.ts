import type { ToolOrderType } from '@tuneport/domain/store/tool-order';

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
  /** Text for the rental or loan period of the product. */
  readonly forDays?: string;
  readonly forDealers?: true;
};

const backToStock = {
  question: 'Can I go back to the original?',
  answer:
    'Yes, at any time. The original file is read before anything is written and stored on the tool and in your account.',
};
const warranty = {
  question: 'What if a flash is interrupted?',
  answer:
    'The tool resumes where it stopped. A control unit that does not respond can be recovered with the rescue guide, and we help by phone.',
};

export const toolLabels: readonly ToolText[] = [
  {
    path: '/flashzilla',
    title: 'FlashZilla',
    eyebrow: 'For drivers',
    headline: 'Your tune, from the driver’s seat.',
    lead: 'Plug it in, choose a tune from the catalogue, wait for the tone. FlashZilla V3 keeps the original safe and restores it whenever you like.',
    product: 'flashzilla-v3',
    beside: ['flashzilla-lite', 'flashzilla-pro', 'rental-flashzilla'],
    points: [
      { figure: '9', unit: 'min', text: 'for a first flash of a typical petrol engine, original read included' },
      { figure: '32', unit: 'channels', text: 'logged while you drive, opened in the log studio' },
      { figure: '0', unit: 'laptops', text: 'needed: everything happens on the tool' },
    ],
    steps: [
      { title: 'Find your vehicle', text: 'The catalogue shows power curves before and after tuning.' },
      { title: 'Plug in', text: 'FlashZilla checks the battery, then reads and saves the original.' },
      { title: 'Flash', text: 'Small verified blocks, one progress bar, a tone at the end.' },
      { title: 'Drive and compare', text: 'Log a pull and overlay it on the curve you bought.' },
    ],
    questions: [
      {
        question: 'How many cars can I flash?',
        answer: 'One at a time. Return the first car to stock and the tool is free for the next.',
      },
      backToStock,
      warranty,
    ],
    orderType: 'FLASHZILLAV3',
  },
  {
    path: '/fzpro',
    title: 'FlashZilla Pro',
    eyebrow: 'For workshops',
    headline: 'One tool for every car on the lift.',
    lead: 'Diagnostic port, bench and boot mode in one case, with a job log that records every file, every voltage and who did it.',
    product: 'flashzilla-pro',
    beside: ['bench-kit-workshop', 'steady-70-supply', 'boot-pin-set'],
    points: [
      { figure: '3', unit: 'modes', text: 'in one case: diagnostic port, bench, boot' },
      { figure: '∞', unit: 'vehicles', text: 'on one licence, no credits to read' },
      { figure: '1', unit: 'job book', text: 'with files, voltage curve and signature' },
    ],
    steps: [
      { title: 'Open a job', text: 'Scan the plate or the VIN; the tool knows which mode the unit needs.' },
      { title: 'Read', text: 'Wiring card on the screen, voltage monitored to a tenth.' },
      { title: 'Write', text: 'Only the file for this job and this car.' },
      { title: 'Hand over', text: 'The customer gets a receipt with the figures before and after.' },
    ],
    questions: [
      {
        question: 'Is there a yearly fee?',
        answer:
          'Support and protocols are included for the first year; after that, you decide year by year. What you have keeps working.',
      },
      warranty,
      backToStock,
    ],
    orderType: 'FZPRO',
  },
  {
    path: '/kess',
    title: 'KESS',
    eyebrow: 'For shops that send files out',
    headline: 'Read the car. Send the file. Flash the result.',
    lead: 'KESS Link connects the diagnostic port to the file service. Each read stays tied to its vehicle, so nothing is written to the wrong one.',
    product: 'kess-link',
    beside: ['obd-extension', 'steady-70-supply', 'virtual-read'],
    points: [
      { figure: '42', unit: 'min', text: 'from read to answer on a normal working day' },
      { figure: '1', unit: 'cable', text: 'for cars, vans and motorcycles' },
      { figure: '2', unit: 'checks', text: 'before every write: vehicle and voltage' },
    ],
    steps: [
      { title: 'Read', text: 'Through the diagnostic port, without opening anything.' },
      { title: 'Send', text: 'The file is sent with its vehicle and your requirements.' },
      { title: 'Write', text: 'The tuned file fits this car only.' },
    ],
    questions: [
      {
        question: 'Do I need credits?',
        answer: 'For files, yes; the tool itself has no running cost. Dealers buy credits in packs.',
      },
      backToStock,
    ],
  },
  {
    path: '/cmd',
    title: 'CMDflash',
    eyebrow: 'For the bench',
    headline: 'The whole unit, without opening it.',
    lead: 'CMDflash Desk powers a control unit on the bench, detects its protocol and reads it completely. Engine and transmission, no drilling.',
    product: 'cmd-desk',
    beside: ['bench-kit-compact', 'bench-harness', 'boot-pin-set'],
    points: [
      { figure: '0', unit: 'holes', text: 'in the housing: the plug is enough' },
      { figure: '13.2', unit: 'V', text: 'held to a tenth while it works' },
      { figure: '60', unit: 's', text: 'for the second unit of a family it has met' },
    ],
    steps: [
      { title: 'Clamp', text: 'The wiring card shows six leads and where they connect.' },
      { title: 'Identify', text: 'Family, software and protection are detected automatically.' },
      { title: 'Read and write', text: 'Complete, verified and saved with the job.' },
    ],
    questions: [warranty, backToStock],
  },
  {
    path: '/flex',
    title: 'Flex',
    eyebrow: 'Grows with your work',
    headline: 'Start with the port. Add the bench later.',
    lead: 'Flex Link is modular: add licences for bench and boot mode when you need them, without sending it in.',
    product: 'flex-link',
    beside: ['bench-harness', 'boot-pin-set', 'flashzilla-pro'],
    points: [
      { figure: '3', unit: 'steps', text: 'port, bench, boot: pay for what you use' },
      { figure: '1', unit: 'cable set', text: 'for all of them' },
      { figure: '0', unit: 'days', text: 'without the tool when you upgrade' },
    ],
    steps: [
      { title: 'Start', text: 'With the diagnostic port, for the cars you know.' },
      { title: 'Add', text: 'Bench or boot mode by licence, active right away.' },
      { title: 'Keep', text: 'Licences are yours and move to a new Flex Link.' },
    ],
    questions: [
      {
        question: 'Can I add a mode later?',
        answer: 'Yes, for the difference between the two prices, within the life of the tool.',
      },
      backToStock,
    ],
  },
  {
    path: '/dealertools',
    title: 'Dealer tools',
    eyebrow: 'For dealers',
    headline: 'Your first month of work in one case.',
    lead: 'The starter kit and everything around it, at dealer prices once you are a dealer. Log in to see yours.',
    product: 'dealer-starter-kit',
    beside: ['flashzilla-pro', 'kess-link', 'cmd-desk', 'flex-link', 'bench-kit-workshop', 'flashzilla-v3'],
    points: [
      { figure: '26', unit: '%', text: 'below the list, at most, on the kit' },
      { figure: '2', unit: 'days', text: 'from application to first order' },
      { figure: '1', unit: 'person', text: 'who knows your shop and answers' },
    ],
    steps: [
      { title: 'Apply', text: 'Your shop, your cars, your area. We reply within two working days.' },
      { title: 'Start', text: 'Kit, video training, your entry in the dealer list.' },
      { title: 'Grow', text: 'Credit packs, pay later within your limit, earnings for installs.' },
    ],
    questions: [
      {
        question: 'Who sees dealer prices?',
        answer: 'Dealers and their members, after they log in. No one else sees them.',
      },
      {
        question: 'Can I pay later?',
        answer: 'Dealers with billing information and a credit limit can; the limit is shown at checkout.',
      },
    ],
    forDealers: true,
  },
  {
    path: '/rentaltools',
    title: 'Rental tools',
    eyebrow: 'For one job',
    headline: 'A weekend with FlashZilla.',
    lead: 'Rent the tool, flash your car, send it back with the label in the box. Keep it, and the rent counts towards the price.',
    product: 'rental-flashzilla',
    forDays: 'from the day it leaves us',
    beside: ['flashzilla-v3', 'flashzilla-lite', 'steady-70-supply'],
    points: [
      { figure: '100', unit: '%', text: 'of the rent counts if you keep it' },
      { figure: '1', unit: 'label', text: 'in the box for the way back' },
    ],
    steps: [
      {
        title: 'Reserve',
        text: 'You pay the deposit after the order. It is refunded to your card when the tool is back.',
      },
      { title: 'Use', text: 'Until the due date we set when it ships. We send a reminder two days before.' },
      { title: 'Return', text: 'Drop it off with the label; the deposit is refunded once we have inspected it.' },
    ],
    questions: [
      {
        question: 'What if it is returned late?',
        answer:
          'Each extra day costs one day’s share of the rent. If it is not returned at all, the deposit becomes the price.',
      },
      backToStock,
    ],
  },
  {
    path: '/loaner-tools',
    title: 'Loaner tools',
    eyebrow: 'While yours is in repair',
    headline: 'Your bench does not have to wait.',
    lead: 'When a dealer’s tool is in repair, we lend you ours: free of charge, with a refundable deposit.',
    product: 'loaner-bench-kit',
    forDays: 'without charge',
    beside: ['bench-kit-compact', 'bench-kit-workshop', 'bench-harness'],
    points: [
      { figure: '0', unit: 'days', text: 'between the call and the parcel' },
      { figure: '1', unit: 'deposit', text: 'paid, and paid back when it is back' },
    ],
    steps: [
      { title: 'Call or order', text: 'Tell us the serial number of the tool in repair.' },
      { title: 'Keep working', text: 'The loaner carries your licences while you have it.' },
      { title: 'Send back', text: 'When yours is back. The label is in the box.' },
    ],
    questions: [
      {
        question: 'Who can borrow one?',
        answer: 'Dealers with a tool in repair. Everyone else can rent one.',
      },
    ],
  },
];

export const toolTextAt = (path: string): ToolText | undefined =>
  toolLabels.find((text) => text.path === path.replace(/\/+$/, ''));
