import { type PointerEvent, useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { FieldGroup } from '../../ui/form/FieldGroup.tsx';
import type { FieldMessage } from '../../ui/form/field-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import css from './signatures.module.css';

export type SignaturePicture = { readonly how: 'drawn' | 'uploaded'; readonly file: Blob };

/** The multipart form of a signature call. */
export function signatureForm(fields: Readonly<Record<string, string>>, picture: SignaturePicture | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (picture) {
    form.set('how', picture.how);
    form.set('signature_file', picture.file, 'signature.png');
  }
  return form;
}

type Props = { onChange: (picture: SignaturePicture | null) => void; error?: FieldMessage };

/** A signature drawn with mouse, pen or finger, or a picture of one. */
export function SignatureInput({ onChange, error }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [drawn, setDrawn] = useState(false);

  const at = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return {
      x: ((clientX - box.left) * currentTarget.width) / box.width,
      y: ((clientY - box.top) * currentTarget.height) / box.height,
    };
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    context.lineWidth = 4;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    // Signatures are printed on white paper, whatever the colour scheme of the page is.
    context.strokeStyle = '#0e1216';
    const { x, y } = at(event);
    context.beginPath();
    context.moveTo(x, y);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d');
    if (!drawing.current || !context) return;
    const { x, y } = at(event);
    context.lineTo(x, y);
    context.stroke();
  };
  const end = () => {
    if (!drawing.current) return;
    drawing.current = false;
    setDrawn(true);
    canvas.current?.toBlob((file) => file && onChange({ how: 'drawn', file }), 'image/png');
  };
  const clear = () => {
    const board = canvas.current;
    board?.getContext('2d')?.clearRect(0, 0, board.width, board.height);
    setDrawn(false);
    onChange(null);
  };
  return (
    <FieldGroup label="Signature" error={error}>
      <Stack>
        <canvas
          ref={canvas}
          width={900}
          height={300}
          className={css.board}
          aria-label="Draw the signature here"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
        <Row>
          <Button disabled={!drawn} onClick={clear}>
            Clear drawing
          </Button>
        </Row>
        <TextField
          label="Or choose a picture"
          type="file"
          accept=".png,.jpg,.jpeg,.webp"
          optional
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            clear();
            onChange(file ? { how: 'uploaded', file } : null);
          }}
        />
      </Stack>
    </FieldGroup>
  );
}
