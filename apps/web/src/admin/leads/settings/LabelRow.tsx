import type { CallInput, CallReply } from '@tuneport/contract/index';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { labelColours } from '@tuneport/domain/leads/pipelines';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import css from '../board/lead-card.module.css';
import leadsCss from '../leads.module.css';

export type Label = CallReply<'GET /v1/admin/lead-engine/labels'>['data'][number];
type Change = CallInput<'PATCH /v1/admin/lead-engine/labels/:id'>['body'];
type Props = { label: Label; save: (change: Change) => Promise<boolean>; remove: () => void };

const colours = labelColours.map((value) => ({ value, label: capitalized(value) }));

/** A label as it looks, its name and its colour. */
export function LabelRow({ label, save, remove }: Props) {
  const [name, setName] = useState(label.name);
  return (
    <Row between>
      <span className={css.label} data-colour={label.colour}>
        {label.name}
      </span>
      <form
        className={leadsCss.fields}
        aria-label={`Label ${label.name}`}
        onSubmit={(event) => {
          event.preventDefault();
          void save({ name });
        }}
      >
        <TextField
          label={`Name of ${label.name}`}
          hideLabel
          value={name}
          maxLength={leadLimits.labelName}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {name === label.name ? null : (
          <>
            <Button type="submit">Rename label</Button>
            <LeaveGuard />
          </>
        )}
        <NativeSelect
          label={`Colour of ${label.name}`}
          hideLabel
          options={colours}
          value={label.colour}
          onChange={(event) => void save({ colour: event.currentTarget.value as Label['colour'] })}
        />
        <Button size="small" variant="danger" onClick={remove} aria-label={`Delete label ${label.name}`}>
          Delete label
        </Button>
      </form>
    </Row>
  );
}
