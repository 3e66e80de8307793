import { drawingBox, isDrawing, longestDrawing } from '@pauta/domain/sales/signing/signature.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Field, type FieldProps } from '@pauta/ui/controls/field.tsx';
import { type PointerEvent, type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { SignatureDrawing } from './signature-drawing.tsx';

export interface SignaturePadProps extends FieldProps {
  /** An SVG path (`isDrawing`), or an empty text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Pad = styled.div`
  display: grid;
  justify-items: start;
  gap: ${t('space-2')};
  & > svg {
    inline-size: 100%;
    max-inline-size: 37.5rem;
    border: 1px dashed ${t('color-border-strong')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface')};
    color: ${t('color-text')};
    cursor: crosshair;
    touch-action: none;
  }
`;

type Point = readonly [x: number, y: number];

/** Points nearer than this to the last one are left out. */
const step = 3;

const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (part: number, size: number): number =>
    Math.min(Math.max(Math.round(part * size), 0), size - 1);
  return [
    within((clientX - left) / width, drawingBox.width),
    within((clientY - top) / height, drawingBox.height),
  ];
};

/**
 * A box in which somebody draws a signature with a pointer. Whoever has none leaves it empty: the typed name is a
 * signature too.
 */
export function SignaturePad({ value, onChange, ...field }: SignaturePadProps): ReactElement {
  // Several pointer events may arrive before the next rendering, so the stroke is not read from the state.
  const stroke = useRef<{ path: string; last: Point } | null>(null);
  const [drawn, setDrawn] = useState('');

  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (field.readOnly || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const last = pointOf(event);
    stroke.current = { path: `M${last.join(' ')}`, last };
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    if (!stroke.current || !event.isPrimary) return;
    const { path, last } = stroke.current;
    const next = pointOf(event);
    const longer = `${path}L${next.join(' ')}`;
    if (Math.abs(next[0] - last[0]) + Math.abs(next[1] - last[1]) < step) return;
    if (value.length + longer.length > longestDrawing) return;
    stroke.current = { path: longer, last: next };
    setDrawn(longer);
  };
  const end = (): void => {
    if (stroke.current && isDrawing(stroke.current.path)) onChange(value + stroke.current.path);
    stroke.current = null;
    setDrawn('');
  };

  return (
    <Field {...field}>
      {(aria) => (
        <Pad
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          role="group"
        >
          <SignatureDrawing
            drawing={value + drawn}
            label={value === '' ? 'Todavía no hay nada dibujado' : 'Lo dibujado'}
            onPointerCancel={end}
            onPointerDown={begin}
            onPointerMove={draw}
            onPointerUp={end}
          />
          {/* Not disabled while nothing is drawn: it keeps the focus when it is pressed. */}
          <Button onClick={() => onChange('')} size="small">
            Borrar
          </Button>
        </Pad>
      )}
    </Field>
  );
}
