import { Field, TextArea } from "../../ui/forms/field.js";

interface RemarkFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What a decision tells the authors. */
export const RemarkField = ({ value, onChange, ...field }: RemarkFieldProps) => (
  <Field {...field}>
    {(ids) => (
      <TextArea {...ids} required maxLength={5000} value={value} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
);
