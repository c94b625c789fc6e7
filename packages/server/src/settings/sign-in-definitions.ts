import { SAML_METADATA_PATH, SSO_CALLBACK_PATHS } from "@tackroom/contract";
import { certificates } from "./certificates.js";
import { boolean, domain, integer, listOf, required, text, url } from "./core/kinds.js";
import { empty, inGroup, off, RESTART, SECRET, setting, whenOff, whenOn, whenRemoved } from "./definition.js";

const TRUSTED_ADDRESSES = whenOn(
  "Anyone who can enter an email address at the provider without proving that it is theirs can sign in to the account with that address.",
);

/** For a setting without which nobody can sign in with the provider. */
const endsSignIn = (provider: string) => ({
  consequence: whenRemoved(`Users can no longer sign in with ${provider}, and those who have no password lose access.`),
});

export const SIGN_IN = {
  ...inGroup("sign_in", {
    "deployment.sso_only": off(
      ["Require single sign-on", "Disables passwords: everyone must sign in with single sign-on."],
      {
        variableWins: true,
        consequence: whenOn(
          "Passwords and password resets stop working for everyone. Users who have never used single sign-on need it to sign in again.",
        ),
      },
    ),
    "auth.self_registration_enabled": off(
      [
        "Self-registration",
        "Allows anyone who can reach the server to create an account with the role user. Has no effect while single sign-on is required.",
      ],
      {
        consequence: whenOn(
          "Anyone who can reach this server can create an account and see everything that is shared with all users.",
        ),
      },
    ),
    "auth.link_privileged_accounts": off(
      [
        "Link privileged accounts by email",
        "Allows single sign-on to be linked to existing accounts of reviewers and admins, not only of users, by verified email address.",
      ],
      {
        consequence: whenOn(
          "Anyone to whom a provider attests the email address of a reviewer or an admin can sign in to that account with its role.",
        ),
      },
    ),
    "jwt.refresh_token_expire_days": setting(
      integer(1, 365),
      "30",
      ["Sign-in lifetime", "How long an unused sign-in lasts before the user has to sign in again."],
      { unit: "days" },
    ),
  }),

  ...inGroup("sso", {
    "oauth.server_metadata_url": empty(
      url,
      ["OpenID Connect discovery URL", "The URL at which the OpenID Connect provider describes itself."],
      { ...RESTART, ...endsSignIn("OpenID Connect") },
    ),
    "oauth.client_id": empty(
      text,
      ["OpenID Connect client ID", "The client ID of this server at the OpenID Connect provider."],
      { ...RESTART, ...endsSignIn("OpenID Connect") },
    ),
    "oauth.client_secret": empty(
      text,
      ["OpenID Connect client secret", "The client secret of this server at the OpenID Connect provider."],
      { ...SECRET, ...RESTART },
    ),
    "oauth.email_authoritative": off(
      [
        "Trust OpenID Connect email addresses",
        "Treats email addresses from the OpenID Connect provider as verified even if it does not say so.",
      ],
      { ...RESTART, consequence: TRUSTED_ADDRESSES },
    ),

    "provider_a.client_id": empty(text, ["Google client ID", "The client ID of this server at Google (provider A)."], {
      ...RESTART,
      ...endsSignIn("Google"),
    }),
    "provider_a.client_secret": empty(
      text,
      ["Google client secret", "The client secret of this server at Google (provider A)."],
      { ...SECRET, ...RESTART, ...endsSignIn("Google") },
    ),
    "provider_a.allowed_domains": empty(
      listOf(domain),
      ["Google domains", "Email domains that may sign in with Google (provider A). Empty means all."],
      { ...RESTART, consequence: whenRemoved("Everyone with a Google account can sign in.") },
    ),

    "provider_b.client_id": empty(text, ["GitHub client ID", "The client ID of this server at GitHub (provider B)."], {
      ...RESTART,
      ...endsSignIn("GitHub"),
    }),
    "provider_b.client_secret": empty(
      text,
      ["GitHub client secret", "The client secret of this server at GitHub (provider B)."],
      { ...SECRET, ...RESTART, ...endsSignIn("GitHub") },
    ),
    "provider_b.allowed_orgs": empty(
      listOf(text),
      [
        "GitHub organizations",
        "Organizations whose active members may sign in with GitHub (provider B). Empty means all.",
      ],
      { ...RESTART, consequence: whenRemoved("Everyone with a GitHub account can sign in.") },
    ),
  }),

  ...inGroup("saml", {
    "saml.idp_metadata_url": empty(url, [
      "Identity provider metadata URL",
      "The metadata URL of the SAML identity provider.",
    ]),
    "saml.idp_entity_id": empty(
      text,
      ["Identity provider entity ID", "The entity ID of the SAML identity provider."],
      endsSignIn("SAML"),
    ),
    "saml.idp_sso_url": empty(
      url,
      ["Identity provider sign-on URL", "The single sign-on URL of the SAML identity provider."],
      endsSignIn("SAML"),
    ),
    "saml.idp_slo_url": empty(url, [
      "Identity provider logout URL",
      "The single logout URL of the SAML identity provider.",
    ]),
    "saml.idp_x509_cert": empty(
      certificates,
      [
        "Identity provider certificate",
        "The signing certificate of the SAML identity provider, in PEM format; several during a change of certificates.",
      ],
      { ...SECRET, ...endsSignIn("SAML") },
    ),
    "saml.sp_entity_id": setting(required(text), ({ frontendUrl }) => frontendUrl() + SAML_METADATA_PATH, [
      "Server entity ID",
      "The entity ID of this server at the SAML identity provider.",
    ]),
    "saml.sp_acs_url": setting(required(url), ({ frontendUrl }) => frontendUrl() + SSO_CALLBACK_PATHS.saml, [
      "Assertion consumer service URL",
      "The URL to which the SAML identity provider sends its responses.",
    ]),
    "saml.sp_private_key": empty(
      text,
      ["Server private key", "The SAML private key of this server. Generated by the server, or provided as a file."],
      { ...SECRET, isSettable: false },
    ),
    "saml.sp_key_encryption_password": empty(
      text,
      [
        "Password of the server private key",
        "The password of the SAML private key, if it is provided as an encrypted file.",
      ],
      SECRET,
    ),
    "saml.sp_x509_cert": empty(
      text,
      ["Server certificate", "The SAML certificate of this server. Generated by the server, or provided as a file."],
      { isSettable: false },
    ),
    "saml.jit_provisioning": setting(
      boolean,
      "true",
      ["Create SAML accounts", "Creates an account when a user signs in with SAML for the first time."],
      { consequence: whenOff("Users who have not signed in with SAML before can no longer sign in with it.") },
    ),
    "saml.email_authoritative": off(
      ["Trust SAML email addresses", "Treats email addresses from the SAML identity provider as verified."],
      { consequence: TRUSTED_ADDRESSES },
    ),
  }),
};
