import type { CallReply } from '@tuneport/contract/index';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import type { FieldsByRecord } from '../fields/custom-fields.ts';
import css from '../leads.module.css';
import { NameForm } from './NameForm.tsx';
import { StageRow } from './StageRow.tsx';
import { useChange } from './useChange.ts';

type Pipeline = CallReply<'GET /v1/admin/lead-engine/pipelines'>[number];
type Props = {
  pipeline: Pipeline;
  /** Its place among all pipelines, from 1. */
  position: number;
  count: number;
  fields: FieldsByRecord['deal'];
};

/** A pipeline with its stages. */
export function PipelineCard({ pipeline, position, count, fields }: Props) {
  const change = useChange();
  const isOnly = count === 1;
  const [name, setName] = useState(pipeline.name);
  const [deleting, setDeleting] = useState(false);
  const params = { id: pipeline.id };
  const ids = pipeline.stages.map(({ id }) => id);
  const move = (by: -1 | 1) =>
    change(() => call('PATCH /v1/admin/lead-engine/pipelines/:id', { params, body: { position: position + by } }));
  return (
    <Card>
      <Stack>
        <form
          className={css.fields}
          aria-label={`Pipeline ${pipeline.name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void change(() => call('PATCH /v1/admin/lead-engine/pipelines/:id', { params, body: { name } }), 'Saved.');
          }}
        >
          <TextField
            label="Pipeline"
            value={name}
            maxLength={leadLimits.pipelineName}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {name === pipeline.name ? null : (
            <>
              <Button type="submit">Rename pipeline</Button>
              <LeaveGuard />
            </>
          )}
        </form>
        <div>
          {pipeline.stages.map((stage, at) => (
            <StageRow
              key={stage.id}
              stage={stage}
              label={isOnly ? stage.name : `${pipeline.name}: ${stage.name}`}
              save={(body) =>
                change(
                  () =>
                    call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
                      params: { ...params, stageId: stage.id },
                      body,
                    }),
                  'Saved.',
                )
              }
              remove={() =>
                change(
                  () =>
                    call('DELETE /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
                      params: { ...params, stageId: stage.id },
                    }),
                  'Stage removed.',
                )
              }
              move={(by) => {
                const order = ids.filter((id) => id !== stage.id);
                order.splice(at + by, 0, stage.id);
                return change(() =>
                  call('PATCH /v1/admin/lead-engine/pipelines/:id', { params, body: { stageOrder: order } }),
                );
              }}
              isFirst={at === 0}
              isLast={at === ids.length - 1}
              fields={fields}
            />
          ))}
        </div>
        <NameForm
          title={`New stage in ${pipeline.name}`}
          label="Stage name"
          button="Add stage"
          maxLength={leadLimits.pipelineName}
          add={(stage) =>
            call('POST /v1/admin/lead-engine/pipelines/:id/stages', {
              params,
              body: { name: stage, position: Math.max(1, pipeline.stages.filter((one) => !one.closesAs).length + 1) },
            })
          }
        />
        {isOnly ? null : (
          <Row>
            <Button disabled={position === 1} onClick={() => void move(-1)} aria-label={`Move ${pipeline.name} up`}>
              Up
            </Button>
            <Button
              disabled={position === count}
              onClick={() => void move(1)}
              aria-label={`Move ${pipeline.name} down`}
            >
              Down
            </Button>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete pipeline
            </Button>
          </Row>
        )}
      </Stack>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete the pipeline ${pipeline.name}?`}
        confirmLabel="Delete pipeline"
        danger
        onConfirm={async () => {
          await change(() => call('DELETE /v1/admin/lead-engine/pipelines/:id', { params }), 'Pipeline deleted.');
        }}
      >
        Only a pipeline without deals can be deleted.
      </ConfirmDialog>
    </Card>
  );
}
