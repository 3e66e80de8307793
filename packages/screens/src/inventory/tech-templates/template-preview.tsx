import type { Values } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import type { KeyboardEvent, ReactElement } from 'react';
import { type AskedAnswer, type AskedFile, SheetForm } from '../../tech-sheets/sheet-form.tsx';

/** Enter in the preview must not save the template around it. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** The form that the sheets of a template will show, as it is typed. */
export const TemplatePreview = ({ values }: { values: Values }): ReactElement => (
  <Card title="Vista previa">
    {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps a key from the form around, no control of its own */}
    <div onKeyDown={keepForm}>
      <SheetForm
        data={(values.data ?? []) as readonly AskedAnswer[]}
        materials={(values.materials ?? []) as readonly AskedFile[]}
      />
    </div>
  </Card>
);
