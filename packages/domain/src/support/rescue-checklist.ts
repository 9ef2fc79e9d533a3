/** What is wrong, as people say it. */
export const rescueSymptoms = {
  stopped: 'Writing stopped before the end',
  silent: 'The tool finds no control unit',
  dead: 'The tool itself does not react',
  no_start: 'Written to the end, but the engine does not start',
  limp: 'It runs, but with a warning or without power',
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

/** Asked in this order; each has one answer. An unsafe one brings a person at once. */
export const rescueChecklist = [
  {
    key: 'safe',
    text: 'Is anything hot, smoking or smelling?',
    help: 'If so, switch the ignition off, take the charger from the mains and step back. Nothing in the car is worth a burn.',
    answers: [
      { value: 'no', label: 'No' },
      { value: 'yes', label: 'Yes', unsafe: true },
    ],
  },
  {
    key: 'battery',
    text: 'What does the battery show?',
    help: 'Measure at its poles with the ignition on, or read it from the tool.',
    answers: [
      { value: 'good', label: '12.4 V or more, or a charger is on' },
      { value: 'low', label: 'Less than 12.4 V' },
      { value: 'unknown', label: 'I cannot measure it' },
    ],
  },
  {
    key: 'ignition',
    text: 'What happens when the ignition is switched on?',
    help: 'Look at the instruments, not at the engine.',
    answers: [
      { value: 'normal', label: 'The instruments light up as always' },
      { value: 'partly', label: 'Some light up, some stay dark' },
      { value: 'nothing', label: 'Nothing lights up' },
    ],
  },
  {
    key: 'cable',
    text: 'Do the plug and the cable sit firmly on both ends?',
    help: 'Pull them out and put them in once, without force.',
    answers: [
      { value: 'yes', label: 'Yes, I put them in anew' },
      { value: 'no', label: 'No, something is loose or bent' },
    ],
  },
  {
    key: 'tool',
    text: 'What does the tool show?',
    help: 'Its light, or the words on its screen.',
    answers: [
      { value: 'steady', label: 'A steady light' },
      { value: 'blinking', label: 'A blinking light' },
      { value: 'error', label: 'An error with a number or words' },
      { value: 'nothing', label: 'Nothing' },
    ],
  },
  {
    key: 'laptop',
    text: 'Was the computer or phone on mains power and awake?',
    help: 'A computer that falls asleep ends a write.',
    answers: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No, or I am not sure' },
    ],
  },
] as const satisfies readonly RescueQuestion[];

const questions: readonly RescueQuestion[] = rescueChecklist;
export type RescueAnswers = Readonly<Record<string, string>>;

/** What is missing or unknown, by question; nothing when the checklist is answered. */
export function checklistProblems(answers: RescueAnswers): Record<string, string> {
  const open = questions.filter(({ key, answers: known }) => !known.some(({ value }) => value === answers[key]));
  return Object.fromEntries(open.map(({ key }) => [key, 'Choose one answer.']));
}

/** Only what the checklist asks for. */
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

/** The first fix that fits, in the order staff gave them; where something is unsafe, none does. */
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
