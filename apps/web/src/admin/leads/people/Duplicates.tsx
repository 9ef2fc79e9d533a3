import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';

type Props = {
  what: 'contact' | 'organization';
  name: string;
  /** The address of the list. */
  to: string;
  duplicates: readonly { id: number; name: string; because: string }[];
  merge: (id: number) => Promise<unknown>;
  /** What the merge does. */
  children: ReactNode;
};

/** Records that may be the same as this one, with a button to merge each of them into it. */
export function Duplicates({ what, name, to, duplicates, merge, children }: Props) {
  const { revalidate } = useRevalidator();
  const [merging, setMerging] = useState<{ id: number; name: string } | null>(null);
  if (duplicates.length === 0) return null;
  return (
    <Card>
      <Stack>
        <h2>Possible duplicates</h2>
        {duplicates.map((other) => (
          <Row key={other.id} between>
            <span>
              <TextLink to={`${to}/${other.id}`}>{other.name}</TextLink> · {other.because}
            </span>
            <Button size="small" aria-label={`Merge ${other.name} into this ${what}`} onClick={() => setMerging(other)}>
              Merge
            </Button>
          </Row>
        ))}
      </Stack>
      <ConfirmDialog
        open={merging !== null}
        onClose={() => setMerging(null)}
        title={`Merge ${merging?.name ?? ''} into ${name}?`}
        confirmLabel={`Merge ${what}s`}
        onConfirm={async () => {
          try {
            await merge(merging?.id ?? 0);
          } catch (error) {
            throw new Error(errorText(error));
          }
          toast(what === 'contact' ? 'Contacts merged.' : 'Organizations merged.');
          await revalidate();
        }}
      >
        {children}
      </ConfirmDialog>
    </Card>
  );
}
