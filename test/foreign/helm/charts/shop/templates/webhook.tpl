{{- if .Values.webhook.url }}
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: {{ .Release.Namespace }}-{{ .Release.Name }}
webhooks:
  - name: gadgets.foreign.slipway.dev
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      url: {{ .Values.webhook.url }}
      caBundle: {{ .Values.webhook.caBundle }}
    namespaceSelector:
      matchLabels: { kubernetes.io/metadata.name: {{ .Release.Namespace }} }
    rules:
      - apiGroups: [foreign.slipway.dev]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [gadgets]
{{- end }}
