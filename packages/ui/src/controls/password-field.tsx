import { Eye, EyeOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix'>;

/**
 * A password input with a button that shows the password. Set `autoComplete` to `current-password` or `new-password`.
 */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      suffix={
        <button
          aria-label={`Mostrar ${props.label.toLocaleLowerCase('es')}`}
          aria-pressed={shown}
          data-inner-button
          onClick={() => setShown(!shown)}
          type="button"
        >
          {shown ? <EyeOff aria-hidden size={17} /> : <Eye aria-hidden size={17} />}
        </button>
      }
      type={shown ? 'text' : 'password'}
    />
  );
}
