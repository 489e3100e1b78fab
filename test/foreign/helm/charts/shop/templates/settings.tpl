apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
data:
  revision: "{{ .Release.Revision }}"
  hasWebhooks: "{{ .Capabilities.APIVersions.Has "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration" }}"
  previous: {{ (lookup "apps/v1" "Deployment" .Release.Namespace .Release.Name).metadata | default dict | dig "name" "none" }}
