import { describeLimits, type LimitsGiven } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import {
  materialKinds,
  materialLimitFields,
} from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { AnswerInput } from '../../tech-sheets/answer-input.tsx';

const limitNames = ['file_types', 'max_mb', ...Object.keys(materialLimitFields)];

/** Wraps, unlike other cells: what is asked is read as a whole. */
const Asked = styled.span`
  display: block;
  padding-block: ${t('space-1')};
  white-space: normal;
  & > span { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

/** What is asked; of a file also its limits. */
const AskedCell = ({ record, value }: CellProps): ReactElement => (
  <Asked>
    {String(value)}
    {Object.hasOwn(materialKinds, String(record?.type)) && (
      <span>
        {describeLimits((record ?? {}) as LimitsGiven)
          .map(({ label, text }) => `${label}: ${text}`)
          .join(' · ')}
      </span>
    )}
  </Asked>
);

/** What a sheet asks for, with the answers. */
export const SheetItems = ({ sheet }: { sheet: AnyRecord }): ReactElement => (
  <RelatedList
    by="tech_sheet_id"
    cells={{ label: AskedCell }}
    empty="Su plantilla no pide nada."
    inputs={{ value: AnswerInput }}
    needs={['type', ...limitNames]}
    of={sheet}
    resource={techSheetItems}
    title="description"
  />
);
