import { className as own } from 'made:styles';
import { type HTMLAttributes, h, type VNode } from 'preact';

/** `FormRoot` without a styling library: its rules are in the sheet of every form. */
export const FormRoot = ({ className = '', ...props }: HTMLAttributes<HTMLDivElement>): VNode<object> =>
  h<HTMLAttributes<HTMLDivElement>, HTMLDivElement>('div', { ...props, className: `${own} ${className}` });
