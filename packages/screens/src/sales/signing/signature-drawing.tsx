import { drawingBox } from '@pauta/domain/sales/signing/signature.ts';
import type { ReactElement, SVGProps } from 'react';

/** A drawn signature, in the colour of the text. `label` describes it; the other properties are those of the SVG element. */
export function SignatureDrawing({
  drawing,
  label,
  ...svg
}: { readonly drawing: string; readonly label: string } & SVGProps<SVGSVGElement>): ReactElement {
  return (
    <svg {...svg} aria-label={label} role="img" viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`}>
      <path
        d={drawing}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={3}
      />
    </svg>
  );
}
