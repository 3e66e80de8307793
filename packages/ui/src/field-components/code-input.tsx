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

/**
 * An input for a code of six digits. Phones show their number keys and suggest a code that they have just received or
 * generated.
 */
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
