import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** What a sheet asks for, with the answers. */
export const SheetItems = ({ sheet }: { sheet: AnyRecord }): ReactElement => (
  <RelatedList
    by="tech_sheet_id"
    empty="Su plantilla no pide nada."
    of={sheet}
    resource={techSheetItems}
    title="description"
  />
);
