import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { assignTicket, openTicket, ticketById, writeAsCustomer, writeForStaff } from '../../modules/support/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick } from './invented.ts';

const hourMs = 3_600_000;

const topics = [
  {
    title: 'Boost drops above 5,000 rpm',
    text: 'Boost is fine up to 5,000 rpm and then falls by about 0.4 bar. No fault codes. What should I log?',
    answer:
      'Please log boost, throttle, timing and intake temperature in third gear from 2,000 rpm, and send us the file.',
    reply: 'Here is the log. I found a split hose at the intercooler while I was there.',
    close: 'That explains it. The log is clean up to the point where pressure is lost. Let us know after the repair.',
  },
  {
    title: 'Tool does not connect',
    text: 'The tool lights up but the software says no interface was found. Windows 11, USB port at the back.',
    answer: 'Please install the driver from the download page and try the cable without a hub. Which light is on?',
    reply: 'Without the hub it works. Thank you.',
    close: 'Good to hear. We have added the hub to the known problems of this tool.',
  },
  {
    title: 'Where is my order?',
    text: 'Tracking has not moved for four days. Can you ask the carrier?',
    answer: 'We have opened a trace with the carrier and will write when they answer, tomorrow at the latest.',
    reply: 'It arrived this morning.',
    close: 'Thank you for letting us know.',
  },
  {
    title: 'Invoice needs our tax number',
    text: 'Our accountant asks for our GST number on the invoice. Can you add it?',
    answer: 'We can. Which number should we print?',
    reply: 'It is on our dealer profile now.',
    close: 'Done. Your invoices show it from today.',
  },
  {
    title: 'Which fuel for Stage 2?',
    text: 'The page says 94. We only get 91 here. Is there a file for it?',
    answer: 'Yes: choose the 91 octane version of the tune. It gives up some ignition timing and about 15 hp.',
    reply: 'That works for me.',
    close: 'Great. You can switch later without a new purchase.',
  },
  {
    title: 'Can I revert to stock before a dealer visit?',
    text: 'The car goes in for service next week. How do I get the original file back on it?',
    answer: 'Your original read is in your request. Write it with the same tool, it takes about ten minutes.',
    reply: 'Done, it was easy.',
    close: 'Write the tune again after the visit in the same way.',
  },
  {
    title: 'Cold start is rough after the update',
    text: 'For the first minute the idle hunts between 700 and 1,100 rpm. Warm it is perfect.',
    answer: 'Please log idle from a cold start for two minutes. We will look at fuel trims and the idle target.',
    reply: 'Log attached to my request.',
    close: 'A revision with corrected idle is in your request.',
  },
  {
    title: 'Change of shipping address',
    text: 'I typed my old street. Can you still change it?',
    answer: 'Changed before packing. Your confirmation shows the new address.',
    reply: 'Perfect, thank you.',
    close: 'You are welcome.',
  },
] as const;

/** A ticket from the first message to its solution; the newest are unassigned. */
export async function addTicket(context: HistoryContext, moment: Date, number: number): Promise<void> {
  const { seed, people, clock, now: today, platform } = context;
  const label = `ticket ${number}`;
  const buyers = people.customers.filter(({ since }) => since < moment);
  const customer = (buyers.length > 0 ? pick(buyers, seed, label) : people.customers[0])?.actor;
  if (!customer) return;
  const topic = pick(topics, seed, `${label} topic`);
  const staff = { kind: 'staff' as const, userId: people.admin.userId };
  const author = people.admin.name ?? '';
  const sender = { kind: 'customer' as const, userId: customer.userId };
  const at = (hours: number) => new Date(moment.getTime() + hours * hourMs);
  const answered = 1 + chance(seed, `${label} answered`) * 20;
  const replied = answered + 2 + chance(seed, `${label} replied`) * 40;
  const solved = replied + 1 + chance(seed, `${label} solved`) * 12;
  await platform.db.transaction().execute(async (db) => {
    // Tickets have no key; no one opens two within a millisecond.
    const same = db.selectFrom('tickets').select('id').where('user_id', '=', customer.userId);
    if (await same.where('created_at', '=', moment).executeTakeFirst()) return;
    const support = (now: Date) => {
      clock.now = now;
      const origin = platform.config.publicOrigin;
      return { db, now, hours: defaultSupportHours, origin, limits: 'approved' as const };
    };
    const { ticket } = await openTicket(support(moment), {
      region: 1,
      title: topic.title,
      description: topic.text,
      customer_name: customer.name ?? '',
      // No mail is sent about demo data.
      email: null,
      userId: customer.userId,
      uploads: [],
    });
    if (at(answered) >= today) return;
    await assignTicket(support(at(answered)), await locked(db, ticket.id), staff, people.admin.userId);
    const answer = { text: topic.answer, uploads: [], author };
    await writeForStaff(support(at(answered)), await locked(db, ticket.id), staff, answer, 'ask');
    if (at(replied) >= today) return;
    const reply = { text: topic.reply, uploads: [], author: customer.name ?? '' };
    await writeAsCustomer(support(at(replied)), await locked(db, ticket.id), sender, reply);
    if (at(solved) >= today || (moment.getTime() > today.getTime() - 10 * dayMs && chance(seed, `${label} open`) < 0.4))
      return;
    const close = { text: topic.close, uploads: [], author };
    await writeForStaff(support(at(solved)), await locked(db, ticket.id), staff, close, 'resolve');
  });
}

async function locked(db: Db, id: number) {
  const ticket = await ticketById(db, id, 'lock');
  if (!ticket) throw new Error(`ticket ${id} is gone`);
  return ticket;
}
