import { PasswordField } from '../controls/password-field.tsx';
import type { Input } from './inputs.tsx';

const passwordInput = (autoComplete: 'current-password' | 'new-password'): Input =>
  function PasswordInput({ value, field: _, values: __, ...rest }) {
    return (
      <PasswordField {...rest} autoComplete={autoComplete} value={typeof value === 'string' ? value : ''} />
    );
  };

/** Inputs for the password of now and for a new one; a password manager tells them apart by these tokens. */
export const CurrentPasswordInput = passwordInput('current-password');
export const NewPasswordInput = passwordInput('new-password');
