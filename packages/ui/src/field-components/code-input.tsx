import { styled } from 'styled-components';
import { TextField } from '../controls/text-field.tsx';
import type { Input } from './inputs.tsx';

const Digits = styled.div`
  & input {
    font-size: var(--pauta-text-xl);
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.35em;
  }
`;

/** Six digits: the telephone offers its number keys and the code it has just received or computed. */
export const CodeInput: Input = ({ value, field: _, values: __, onChange, ...rest }) => (
  <Digits>
    <TextField
      {...rest}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, 6))}
      value={typeof value === 'string' ? value : ''}
    />
  </Digits>
);
