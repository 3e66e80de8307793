import { ruleConditions } from '@pauta/domain/inventory/prices/rule-conditions.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Note = styled.span`
  color: var(--pauta-color-text-muted);
  font-size: var(--pauta-text-sm);
`;

/** Below a surcharge or discount: when it applies, in words. */
export const RuleNote = ({ line }: { readonly line: Values }): ReactElement => (
  <Note>{ruleConditions(line)}</Note>
);
