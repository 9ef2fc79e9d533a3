import { TextLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { useSavedList } from './useSavedList.ts';

type Props = {
  labels: readonly { id: number; name: string }[];
  own: readonly { id: number }[];
  save: (ids: number[]) => Promise<unknown>;
  onChanged: () => Promise<void>;
};

/** The labels of a deal or contact; each click is saved. */
export function LabelChecks({ labels, own, save, onChanged }: Props) {
  const stored = own.map(({ id }) => id);
  const [ids, set] = useSavedList(stored, async (next) => {
    try {
      await save(next);
      await onChanged();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  });
  return (
    <Card>
      <Stack>
        <h2>Labels</h2>
        {labels.length === 0 ? <TextLink to="/admin/lead-engine/settings">Add labels in the settings</TextLink> : null}
        {labels.map((label) => (
          <Checkbox
            key={label.id}
            label={label.name}
            checked={ids.includes(label.id)}
            onChange={(event) => set(label.id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Card>
  );
}
