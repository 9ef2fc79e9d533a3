import { leadLimits } from '@tuneport/domain/leads/limits';
import { type FormEvent, useState } from 'react';
import { useDraftText } from '../../platform/draft-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { DraftHint } from '../../ui/form/drafts/DraftHint.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';

type Props = {
  /** Key under which the browser stores the draft until it is sent. */
  draft: string;
  label: string;
  button: string;
  maxLength?: number;
  autoFocus?: boolean;
  write: (text: string) => Promise<unknown>;
  onWritten: () => Promise<void>;
};

/** Writes a note or a comment. */
export function WriteForm({ draft, label, button, maxLength = leadLimits.note, autoFocus, write, onWritten }: Props) {
  const [text, setText, restored] = useDraftText(draft);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setProblem('Text is required.');
    setBusy(true);
    try {
      await write(text);
      setText('');
      setProblem(null);
      await onWritten();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Textarea
          label={label}
          rows={2}
          maxLength={maxLength}
          value={text}
          readOnly={busy}
          error={problem}
          autoFocus={autoFocus}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DraftHint restored={restored} onDiscard={() => setText('')} />
        <Row>
          <Button type="submit" size="small" busy={busy}>
            {button}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
