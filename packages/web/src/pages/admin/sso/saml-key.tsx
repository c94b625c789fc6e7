import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { Field, TextArea } from "../../../ui/forms/field.js";
import { problemWith } from "../../../ui/forms/form.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import type { Setting } from "../settings/setting.js";
import { valueOf } from "./sso-methods.js";

/** What the server is sent along with the request for a new key, and the key itself: none may be managed externally. */
const INVOLVED = [
  "saml.idp_entity_id",
  "saml.idp_sso_url",
  "saml.idp_x509_cert",
  "saml.sp_private_key",
  "saml.sp_x509_cert",
];

/** Replaces the server's SAML key pair. Offered once there is one that the server generated itself. */
export function SamlKey({ settings }: { readonly settings: readonly Setting[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const involved = settings.filter(({ key }) => INVOLVED.includes(key));
  const isOffered = involved.every((setting) => setting.value !== "" && !setting.is_externally_managed);
  if (!isOffered || involved.length < INVOLVED.length) return null;
  return (
    <>
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        <KeyRound size={14} aria-hidden="true" /> Generate a new key
      </Button>
      {isOpen && <GenerateKeyDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface GenerateKeyDialogProps {
  readonly settings: readonly Setting[];
  readonly onClose: () => void;
}

function GenerateKeyDialog({ settings, onClose }: GenerateKeyDialogProps) {
  const toast = useToast();
  const [certificate, setCertificate] = useState("");
  const generate = useAction("putSamlConfig", {
    refreshes: ["listSettings", "listAuditLog"],
    onDone: () => {
      toast.say("Generated a new key. Import the new metadata at the identity provider.");
      onClose();
    },
  });
  const submit = (): void =>
    generate.mutate({
      body: {
        idp_entity_id: valueOf(settings, "saml.idp_entity_id"),
        idp_sso_url: valueOf(settings, "saml.idp_sso_url"),
        idp_x509_cert: certificate,
        regenerate_sp_key: true,
      },
    });
  return (
    <FormDialog
      title="Generate a new SAML key"
      description="Replaces the key pair of this server. Signing in with SAML may fail until the identity provider has the new metadata."
      action="Generate key"
      busy={generate.isPending}
      problem={generate.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Signing certificate of the identity provider"
        hint="In PEM format. Enter it again, because the stored one cannot be read back."
        problem={problemWith(generate.error, "idp_x509_cert")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={6}
            required
            maxLength={65_536}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
            value={certificate}
            onChange={(event) => setCertificate(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
