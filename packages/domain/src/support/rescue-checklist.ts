/** Symptoms in the customer's words. */
export const rescueSymptoms = {
  stopped: 'Flashing stopped before it finished',
  silent: 'The tool cannot find a control unit',
  dead: 'The tool does not respond',
  no_start: 'Flashing finished, but the engine does not start',
  limp: 'The engine runs, but with a warning or reduced power',
  other: 'Something else',
} as const;
export type RescueSymptom = keyof typeof rescueSymptoms;
export const rescueSymptomKeys = Object.keys(rescueSymptoms) as readonly RescueSymptom[];

export type RescueQuestion = {
  readonly key: string;
  readonly text: string;
  readonly help: string;
  readonly answers: readonly { readonly value: string; readonly label: string; readonly unsafe?: true }[];
};

/** Questions in order, each with one answer. An unsafe answer escalates to staff immediately. */
export const rescueChecklist = [
  {
    key: 'safe',
    text: 'Is anything hot, smoking or smelling burnt?',
    help: 'If so, turn off the ignition, unplug the charger and step back. Nothing in the car is worth a burn.',
    answers: [
      { value: 'no', label: 'No' },
      { value: 'yes', label: 'Yes', unsafe: true },
    ],
  },
  {
    key: 'battery',
    text: 'What is the battery voltage?',
    help: 'Measure at the terminals with the ignition on, or read it from the tool.',
    answers: [
      { value: 'good', label: '12.4 V or more, or a charger is on' },
      { value: 'low', label: 'Less than 12.4 V' },
      { value: 'unknown', label: 'I cannot measure it' },
    ],
  },
  {
    key: 'ignition',
    text: 'What happens when you turn on the ignition?',
    help: 'Look at the instrument cluster, not the engine.',
    answers: [
      { value: 'normal', label: 'The instruments light up as usual' },
      { value: 'partly', label: 'Some light up, some stay dark' },
      { value: 'nothing', label: 'Nothing lights up' },
    ],
  },
  {
    key: 'cable',
    text: 'Are the plug and cable firmly connected at both ends?',
    help: 'Unplug and reconnect them once, without force.',
    answers: [
      { value: 'yes', label: 'Yes, I reconnected them' },
      { value: 'no', label: 'No, something is loose or bent' },
    ],
  },
  {
    key: 'tool',
    text: 'What does the tool show?',
    help: 'Its light, or the text on its screen.',
    answers: [
      { value: 'steady', label: 'A steady light' },
      { value: 'blinking', label: 'A blinking light' },
      { value: 'error', label: 'An error code or message' },
      { value: 'nothing', label: 'Nothing' },
    ],
  },
  {
    key: 'laptop',
    text: 'Was the computer or phone plugged in and awake?',
    help: 'A computer that goes to sleep interrupts flashing.',
    answers: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No, or I am not sure' },
    ],
  },
] as const satisfies readonly RescueQuestion[];

const questions: readonly RescueQuestion[] = rescueChecklist;
export type RescueAnswers = Readonly<Record<string, string>>;

/** Missing or invalid answers by question; empty if the checklist is complete. */
export function checklistProblems(answers: RescueAnswers): Record<string, string> {
  const open = questions.filter(({ key, answers: known }) => !known.some(({ value }) => value === answers[key]));
  return Object.fromEntries(open.map(({ key }) => [key, 'Choose one answer.']));
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
