import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import {
  answerRescue,
  assignTicket,
  moveStep,
  openTicket,
  type SupportContext,
  startRescue,
  ticketById,
  writeAsCustomer,
  writeForStaff,
} from '../modules/support/index.ts';
import { anonymousActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/db.ts';

const hourMs = 3_600_000;

type People = (address: string) => { id: number; name: string };

/** Tickets in every state, two rescues and the known fixes they try first. */
export async function buildDemoSupport(db: Db, now: Date, people: People): Promise<void> {
  const at = (hoursAgo: number): SupportContext => ({
    db,
    now: new Date(now.getTime() - hoursAgo * hourMs),
    hours: defaultSupportHours,
    origin: 'http://localhost:3000',
    limits: 'approved',
  });
  await addFixes(db);
  await addReplies(db);
  const [casey, dana, alex, toni] = [people('customer'), people('dealer'), people('admin'), people('tuner')];
  const staff = { kind: 'staff' as const, userId: alex.id };
  const ask = (hoursAgo: number, sender: { id: number; name: string } | string, title: string, description: string) =>
    openTicket(at(hoursAgo), {
      region: 1,
      title,
      description,
      customer_name: typeof sender === 'string' ? sender : sender.name,
      // No mail is sent about demo data.
      email: null,
      userId: typeof sender === 'string' ? null : sender.id,
      uploads: [],
    });
  const locked = async (id: number) => {
    const ticket = await ticketById(db, id, 'lock');
    if (!ticket) throw new Error(`ticket ${id} is gone`);
    return ticket;
  };
  const reply = async (hoursAgo: number, id: number, text: string, as: 'ask' | 'tell' | 'note' | 'resolve') =>
    writeForStaff(at(hoursAgo), await locked(id), staff, { text, uploads: [], author: alex.name }, as);
  const answer = async (hoursAgo: number, id: number, sender: { id: number; name: string }, text: string) =>
    writeAsCustomer(
      at(hoursAgo),
      await locked(id),
      { kind: 'customer', userId: sender.id },
      { text, uploads: [], author: sender.name },
    );

  const limp = await ask(
    52,
    casey,
    'Boost drops at 5,200 rpm after Stage 1',
    'Since the update boost is fine up to 5,000 rpm and then falls from 1.2 to 0.7 bar. No light, no code. 98 octane, 2016 Golf GTI, 61,000 km.',
  );
  await reply(
    47,
    limp.ticket.id,
    'Thank you. Please log boost, throttle and ignition timing in third gear from 2,000 rpm, and send us the file.',
    'ask',
  );
  await answer(
    28,
    limp.ticket.id,
    casey,
    'Logged twice this morning. Timing is pulled on cylinder 3 from 5,100 rpm on, both times.',
  );
  await reply(27, limp.ticket.id, 'Looks like the coil of cylinder 3; the map asks for nothing unusual there.', 'note');
  await assignTicket(at(26), await locked(limp.ticket.id), { kind: 'tuner', userId: toni.id }, toni.id);

  const invoice = await ask(
    20,
    dana,
    'Invoice with our tax number',
    'Our accountant needs the GST number of North Bay Performance on the invoices of October. Can you add it?',
  );
  await reply(18, invoice.ticket.id, 'We can. Which number should it show?', 'ask');

  await ask(
    7,
    'Jo Marchetti',
    'Does the V3 read a 2021 Supra on the bench?',
    'I have the control unit on my desk and do not want to solder. Is the boot cable enough, or do I need the bench frame?',
  );
  await ask(
    2,
    'Priya N.',
    'Wrong shipping address',
    'I ordered an hour ago and typed my old street. Can you send it to 88 Alder Road instead? Same town.',
  );

  const solved = await ask(
    120,
    casey,
    'Cannot log in on my phone',
    'The page says the code is wrong, on the computer it works.',
  );
  await reply(117, solved.ticket.id, 'Is the clock of the phone set by hand? The codes depend on the time.', 'ask');
  await answer(116, solved.ticket.id, casey, 'It was four minutes late. Works now.');
  await reply(115, solved.ticket.id, 'Good. Leave the clock on automatic and it stays that way.', 'resolve');

  const stopped = await startRescue(at(5), {
    tool: 'FlashZilla V3',
    tool_serial: 'FZ3-20417',
    vehicle: 'VW Golf R 2015, 2.0 TSI',
    symptom: 'stopped',
    description: 'Stopped at 62%. The screen says E17. The car was on a charger.',
    contact_name: 'Sam Okafor',
    email: null,
    phone: '+1 604 555 0148',
    userId: null,
  });
  const customer = anonymousActor('127.0.0.1');
  const answers = { safe: 'no', battery: 'good', ignition: 'partly', cable: 'yes', tool: 'error', laptop: 'yes' };
  const waiting = await answerRescue(at(5), stopped.rescue, customer, {
    step: 'checklist',
    answer: answers,
    uploads: [],
  });
  const active = await moveStep(at(4), alex.id, waiting, 'take', '');
  await moveStep(
    at(4),
    alex.id,
    active,
    'ask',
    'Leave the ignition on. Hold the button of the tool for ten seconds until its light turns blue, and tell us what the screen shows.',
  );

  const silent = await startRescue(at(1), {
    tool: 'KESS Link',
    tool_serial: '',
    vehicle: 'BMW 335i 2012',
    symptom: 'silent',
    description: '',
    contact_name: casey.name,
    email: null,
    phone: '',
    userId: casey.id,
  });
  await answerRescue(
    at(1),
    silent.rescue,
    { ...customer, userId: casey.id },
    { step: 'checklist', answer: { ...answers, battery: 'low', tool: 'steady' }, uploads: [] },
  );
}

async function addFixes(db: Db): Promise<void> {
  const any = { symptom: null, tool: '', when_question: '', when_answer: '' };
  await db
    .insertInto('rescue_fixes')
    .values([
      {
        ...any,
        title: 'Bring the battery up, then go on',
        steps:
          'Connect a charger that holds at least 13 V\nWait ten minutes with the ignition on\nPress Continue on the tool; it goes on where it stopped',
        when_question: 'battery',
        when_answer: 'low',
        position: 10,
      },
      {
        ...any,
        title: 'Wake the control unit',
        steps:
          'Ignition off, key out of reach, and wait five minutes with the doors shut\nIgnition on, engine not started\nPress Identify on the tool within ten seconds',
        symptom: 'silent',
        position: 20,
      },
      {
        ...any,
        title: 'Another cable, another port',
        steps:
          'Take the cable that came with the tool\nUse a port of the computer itself, no hub\nHold the button of the tool for ten seconds',
        symptom: 'dead',
        when_question: 'tool',
        when_answer: 'nothing',
        position: 30,
      },
    ])
    .execute();
}

async function addReplies(db: Db): Promise<void> {
  const rows = [
    ['Ask for a log', 'Hello {name},\n\nplease record one pull in third gear and add the log to {number}.'],
    [
      'Ask for the original file',
      'Hello {name},\n\nwe need the file as it was read from the car. Please add it to {number}.',
    ],
    [
      'Check the battery',
      'Hello {name},\n\nconnect a charger and try again. Below 12.5 volts the tool stops by itself.',
    ],
    [
      'Parcel is on its way',
      'Hello {name},\n\nyour parcel has left our warehouse. The tracking number is in our last e-mail.',
    ],
  ] as const;
  await db
    .insertInto('saved_replies')
    .values(rows.map(([title, text]) => ({ title, text })))
    .execute();
}
