import { msg } from '../text/text.ts';

/** Symptoms in the customer's words. */
export const rescueSymptoms = {
  stopped: msg('Flashing stopped before it finished'),
  silent: msg('The tool cannot find a control unit'),
  dead: msg('The tool does not respond'),
  no_start: msg('Flashing finished, but the engine does not start'),
  limp: msg('The engine runs, but with a warning or reduced power'),
  other: msg('Something else'),
} as const;
export type RescueSymptom = keyof typeof rescueSymptoms;
export const rescueSymptomKeys = Object.keys(rescueSymptoms) as readonly RescueSymptom[];

type RescueQuestion = {
  readonly key: string;
  readonly text: string;
  readonly help: string;
  readonly answers: readonly { readonly value: string; readonly label: string; readonly unsafe?: true }[];
};

/** Questions in order, each with one answer. An unsafe answer escalates to staff immediately. */
export const rescueChecklist = [
  {
    key: 'safe',
    text: msg('Is anything hot, smoking or smelling burnt?'),
    help: msg('If so, turn off the ignition, unplug the charger and step back. Nothing in the car is worth a burn.'),
    answers: [
      { value: 'no', label: msg('No') },
      { value: 'yes', label: msg('Yes'), unsafe: true },
    ],
  },
  {
    key: 'battery',
    text: msg('What is the battery voltage?'),
    help: msg('Measure at the terminals with the ignition on, or read it from the tool.'),
    answers: [
      { value: 'good', label: msg('12.4 V or more, or a charger is on') },
      { value: 'low', label: msg('Less than 12.4 V') },
      { value: 'unknown', label: msg('I cannot measure it') },
    ],
  },
  {
    key: 'ignition',
    text: msg('What happens when you turn on the ignition?'),
    help: msg('Look at the instrument cluster, not the engine.'),
    answers: [
      { value: 'normal', label: msg('The instruments light up as usual') },
      { value: 'partly', label: msg('Some light up, some stay dark') },
      { value: 'nothing', label: msg('Nothing lights up') },
    ],
  },
  {
    key: 'cable',
    text: msg('Are the plug and cable firmly connected at both ends?'),
    help: msg('Unplug and reconnect them once, without force.'),
    answers: [
      { value: 'yes', label: msg('Yes, I reconnected them') },
      { value: 'no', label: msg('No, something is loose or bent') },
    ],
  },
  {
    key: 'tool',
    text: msg('What does the tool show?'),
    help: msg('Its light, or the text on its screen.'),
    answers: [
      { value: 'steady', label: msg('A steady light') },
      { value: 'blinking', label: msg('A blinking light') },
      { value: 'error', label: msg('An error code or message') },
      { value: 'nothing', label: msg('Nothing') },
    ],
  },
  {
    key: 'laptop',
    text: msg('Was the computer or phone plugged in and awake?'),
    help: msg('A computer that goes to sleep interrupts flashing.'),
    answers: [
      { value: 'yes', label: msg('Yes') },
      { value: 'no', label: msg('No, or I am not sure') },
    ],
  },
] as const satisfies readonly RescueQuestion[];

const questions: readonly RescueQuestion[] = rescueChecklist;
export type RescueAnswers = Readonly<Record<string, string>>;

/** Missing or invalid answers by question; empty if the checklist is complete. */
export function checklistProblems(answers: RescueAnswers): Record<string, string> {
  const open = questions.filter(({ key, answers: known }) => !known.some(({ value }) => value === answers[key]));
  return Object.fromEntries(open.map(({ key }) => [key, msg('Choose one answer.')]));
}

/** Drops answers to unknown questions. */
export const knownAnswers = (answers: RescueAnswers): RescueAnswers =>
  Object.fromEntries(questions.flatMap(({ key }) => (answers[key] === undefined ? [] : [[key, answers[key]]])));

export const isUnsafe = (answers: RescueAnswers): boolean =>
  questions.some(({ key, answers: known }) => known.some(({ value, unsafe }) => unsafe && value === answers[key]));

export type KnownFix = {
  readonly id: number;
  readonly symptom: string | null;
  readonly tool: string;
  readonly when_question: string;
  readonly when_answer: string;
};

/** The first matching fix in the order set by staff; none if an answer is unsafe. */
export function findFix<Fix extends KnownFix>(
  fixes: readonly Fix[],
  rescue: { readonly symptom: string; readonly tool: string; readonly answers: RescueAnswers },
): Fix | null {
  if (isUnsafe(rescue.answers)) return null;
  return (
    fixes.find(
      (fix) =>
        (fix.symptom === null || fix.symptom === rescue.symptom) &&
        rescue.tool.toLowerCase().includes(fix.tool.trim().toLowerCase()) &&
        (fix.when_question === '' || rescue.answers[fix.when_question] === fix.when_answer),
    ) ?? null
  );
}
