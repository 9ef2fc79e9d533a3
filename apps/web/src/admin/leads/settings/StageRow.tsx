import type { CallInput, CallReply } from '@tuneport/contract/index';
import { type CustomField, customFieldName } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { type RequiredField, requirableFieldLabels, requirableFields } from '@tuneport/domain/leads/pipelines';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import css from '../leads.module.css';
import { useSavedList } from '../useSavedList.ts';

type Stage = CallReply<'GET /v1/admin/lead-engine/pipelines'>[number]['stages'][number];
type Change = CallInput<'PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId'>['body'];
type Props = {
  stage: Stage;
  /** Names the form; stages of two pipelines may have one name. */
  label: string;
  save: (change: Change) => Promise<boolean>;
  remove: () => Promise<boolean>;
  move: (by: -1 | 1) => Promise<boolean>;
  isFirst: boolean;
  isLast: boolean;
  /** Custom fields of deals. */
  fields: readonly CustomField[];
};

const closings = [
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

/** A stage with its rules: probability, days until a deal rots, and what a deal needs to enter. */
export function StageRow({ stage, label, save, remove, move, isFirst, isLast, fields }: Props) {
  const requirable: readonly (readonly [RequiredField, string])[] = [
    ...requirableFields.map((field) => [field, requirableFieldLabels[field]] as const),
    ...fields.map(({ id, name }) => [customFieldName(id), name] as const),
  ];
  const [required, setRequired] = useSavedList(stage.requiredFields, (requiredFields) => save({ requiredFields }));
  const [name, setName] = useState(stage.name);
  const [probability, setProbability] = useState(String(stage.probability));
  const [rotDays, setRotDays] = useState(stage.rotDays === null ? '' : String(stage.rotDays));
  const dirty =
    name !== stage.name ||
    probability !== String(stage.probability) ||
    rotDays !== (stage.rotDays === null ? '' : String(stage.rotDays));
  return (
    <form
      className={css.stageRow}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ name, probability: Number(probability), rotDays: rotDays === '' ? null : Number(rotDays) });
      }}
    >
      <TextField
        label="Stage"
        value={name}
        maxLength={leadLimits.pipelineName}
        required
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <TextField
        label="Probability (%)"
        type="number"
        min={0}
        max={100}
        required
        value={probability}
        onChange={(e) => setProbability(e.currentTarget.value)}
      />
      <TextField
        label="Rotting after (days)"
        type="number"
        min={1}
        max={365}
        value={rotDays}
        placeholder="Never"
        onChange={(e) => setRotDays(e.currentTarget.value)}
      />
      <NativeSelect
        label="On entry"
        options={closings}
        placeholder="Stays open"
        value={stage.closesAs ?? ''}
        onChange={(e) => void save({ closesAs: (e.currentTarget.value || null) as Stage['closesAs'] })}
      />
      <Row>
        {dirty ? (
          <Button type="submit" size="small" variant="primary">
            Save stage
          </Button>
        ) : null}
        <Button size="small" disabled={isFirst} onClick={() => void move(-1)} aria-label={`Move ${stage.name} up`}>
          Up
        </Button>
        <Button size="small" disabled={isLast} onClick={() => void move(1)} aria-label={`Move ${stage.name} down`}>
          Down
        </Button>
        <Button size="small" variant="danger" onClick={() => void remove()} aria-label={`Delete ${stage.name}`}>
          Delete
        </Button>
      </Row>
      <details>
        <summary>Required to enter</summary>
        {requirable.map(([field, name]) => (
          <Checkbox
            key={field}
            label={name}
            checked={required.includes(field)}
            onChange={(e) => setRequired(field, e.currentTarget.checked)}
          />
        ))}
        <Checkbox
          label="A planned activity"
          checked={stage.requiresActivity}
          onChange={(e) => void save({ requiresActivity: e.currentTarget.checked })}
        />
      </details>
      {dirty ? <LeaveGuard /> : null}
    </form>
  );
}
