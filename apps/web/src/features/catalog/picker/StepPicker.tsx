import {
  chooseEngine,
  chooseMake,
  chooseModel,
  chooseTransmission,
  chooseYear,
  type Entry,
  type ListName,
} from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { language, msg, t, tIn } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect, type Option } from '../../../ui/form/NativeSelect.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { Make } from '../catalog-types.ts';
import css from './picker.module.css';
import { type StepState, useSteps } from './use-steps.ts';

const formName = msg('Choose your vehicle step by step');

/** Five selects; each choice loads the next list. */
export function StepPicker({ makes }: { makes: readonly Make[] }) {
  const steps = useSteps(makes);
  return (
    <form method="post" className={css.steps} aria-label={t(formName)} onSubmit={steps.onSubmit}>
      <CarSteps steps={steps}>
        <Go s={steps.s} />
      </CarSteps>
    </form>
  );
}

type CarStepsProps = {
  steps: Omit<ReturnType<typeof useSteps>, 'onSubmit'>;
  children?: ReactNode;
};

/** The five selects without a form, for forms that ask for a car among other things. */
export function CarSteps({ steps: { s, setS, ask, failed, startOver }, children }: CarStepsProps) {
  const transmissions = s.transmissions === 'none' ? [] : s.transmissions;
  return (
    <>
      <VehicleSteps s={s} ask={ask} />
      <Step
        label={t('Transmission')}
        list={transmissions}
        value={s.transmission}
        loading={s.loading.transmissions}
        empty={s.transmissions === 'none'}
        onChoose={(slug) => setS(chooseTransmission(s, slug))}
      />
      {children}
      <StartOver s={s} onClick={startOver} />
      <Failed list={failed} onRetry={(list) => ask(s, list)} />
    </>
  );
}

/** The same picker as a sentence; the transmission is chosen on the engine page. */
export function SentencePicker({ makes }: { makes: readonly Make[] }) {
  const { s, ask, failed, startOver, onSubmit } = useSteps(makes);
  return (
    <form method="post" className={css.sentence} aria-label={t(formName)} onSubmit={onSubmit}>
      <VehicleSteps
        s={s}
        ask={ask}
        words={[t('I drive a'), tIn('sentence', 'from'), tIn('sentence', 'the'), tIn('sentence', 'with the')]}
      />
      <Go s={s} />
      <StartOver s={s} onClick={startOver} />
      <Failed list={failed} onRetry={(list) => ask(s, list)} />
    </form>
  );
}

type StepsProps = {
  s: StepState;
  ask: (state: StepState, list: ListName) => void;
  words?: readonly [string, string, string, string];
};

function VehicleSteps({ s, ask, words }: StepsProps) {
  const years = s.years?.map((year) => ({ slug: year, name: year })) ?? null;
  const sentencePart = (at: 0 | 1 | 2 | 3, step: ReactNode) =>
    words ? (
      <span className={css.sentencePart}>
        {words[at]} {step}
      </span>
    ) : (
      step
    );
  const inSentence = words !== undefined;
  return (
    <>
      {sentencePart(
        0,
        <Step
          label={t('Make')}
          list={s.makes}
          value={s.make}
          inSentence={inSentence}
          onChoose={(slug) => ask(chooseMake(s, slug), 'years')}
        />,
      )}
      {sentencePart(
        1,
        <Step
          label={t('Year')}
          list={years}
          value={s.year}
          loading={s.loading.years}
          inSentence={inSentence}
          onChoose={(slug) => ask(chooseYear(s, slug), 'models')}
        />,
      )}
      {sentencePart(
        2,
        <Step
          label={t('Model')}
          list={s.models}
          value={s.model}
          loading={s.loading.models}
          inSentence={inSentence}
          onChoose={(slug) => ask(chooseModel(s, slug), 'engines')}
        />,
      )}
      {sentencePart(
        3,
        <Step
          label={t('Engine')}
          list={s.engines}
          value={s.engine}
          loading={s.loading.engines}
          inSentence={inSentence}
          onChoose={(slug) => ask(chooseEngine(s, slug), 'transmissions')}
        />,
      )}
    </>
  );
}

const Go = ({ s }: { s: StepState }) => (
  <Button type="submit" variant={s.make === null ? 'quiet' : 'primary'} wide disabled={s.make === null}>
    {t('Show tunes')}
    <Icon name="arrowRight" />
  </Button>
);

const StartOver = ({ s, onClick }: { s: StepState; onClick: () => void }) =>
  s.make === null ? null : (
    <Button variant="link" onClick={onClick}>
      {t('Start over')}
    </Button>
  );

const failures: Readonly<Record<ListName, string>> = {
  makes: msg('The makes could not be loaded.'),
  years: msg('The years could not be loaded.'),
  models: msg('The models could not be loaded.'),
  engines: msg('The engines could not be loaded.'),
  transmissions: msg('The transmissions could not be loaded.'),
};

const Failed = ({ list, onRetry }: { list: ListName | null; onRetry: (list: ListName) => void }) => (
  <p className={css.stepsNote} role="status">
    {list === null ? '' : t(failures[list])}
    {list === null ? null : (
      <Button variant="link" onClick={() => onRetry(list)}>
        {t('Try again')}
      </Button>
    )}
  </p>
);

type StepProps = {
  label: string;
  list: readonly Entry[] | null;
  value: string | null;
  loading?: boolean;
  empty?: boolean;
  inSentence?: boolean;
  onChoose: (slug: string) => void;
};

const optionOf = ({ slug, name }: Entry) => ({ value: slug, label: name });

const OptionGroup = ({ label, options }: { label: string; options: readonly Option[] }) => (
  <optgroup label={label}>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </optgroup>
);

/** German nouns keep their capital. */
const inText = (noun: string): string => (language() === 'de' ? noun : noun.toLowerCase());

function Step({ label, list, value, loading = false, empty = false, inSentence = false, onChoose }: StepProps) {
  const options = list?.map(optionOf) ?? [];
  const popular = list?.filter((entry) => 'prominence' in entry && entry.prominence === 'popular') ?? [];
  const placeholder = loading ? t('Loading') : empty ? t('Any') : inSentence ? inText(label) : t('Choose');
  return (
    <NativeSelect
      label={label}
      hideLabel={inSentence}
      className={inSentence ? css.sentenceStep : css.step}
      value={value ?? ''}
      options={popular.length === 0 ? options : []}
      placeholder={placeholder}
      disabled={list === null || list.length === 0}
      aria-busy={loading || undefined}
      onChange={(event) => {
        if (event.currentTarget.value !== '') onChoose(event.currentTarget.value);
      }}
    >
      {popular.length === 0 ? null : (
        <>
          <OptionGroup label={t('Popular makes')} options={popular.map(optionOf)} />
          <OptionGroup label={t('All makes')} options={options} />
        </>
      )}
    </NativeSelect>
  );
}
