import { className as own } from 'generated:styles';
import { type HTMLAttributes, h, type VNode } from 'preact';

/** `FormRoot` without styled-components: its rules are in the adopted sheet of every form. */
export const FormRoot = ({ className = '', ...props }: HTMLAttributes<HTMLDivElement>): VNode<object> =>
  h<HTMLAttributes<HTMLDivElement>, HTMLDivElement>('div', { ...props, className: `${own} ${className}` });
